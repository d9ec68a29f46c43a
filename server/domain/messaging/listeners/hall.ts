import { type ApiKey, findGoodKeys } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { findStart, PAGE, readNew, readPast, type Seen, type ToldEvent } from "./read-events.ts";
import type { Mark } from "./settle-mark.ts";

/** Why a listener is let go: for good, or to come back at once. */
export type LetGo = "key" | "again";

/** Who is told. `send` says false when nothing more can be taken until `resume`. */
export type Sink = { send(event: ToldEvent): boolean; beat(): void; end(why: LetGo): void };

export type Listener = {
  ctx: AccountCtx;
  key: Pick<ApiKey, "id" | "scopes" | "allowedIps">;
  types: ReadonlySet<string>;
  /** The last event that it was offered. */
  at: number;
  /** Reads what it has not had from the database, at its own pace. Told nothing else meanwhile. */
  behind: boolean;
  reading: boolean;
  sink: Sink | null;
};

/** Everybody who listens at this process. One look is for all of them, however many they are. */
type Hall = {
  listeners: Set<Listener>;
  mark: Mark | null;
  head: number;
  looking: Promise<void>;
  timer: NodeJS.Timeout | null;
  isClosed: boolean;
  keysAt: number;
  beatAt: number;
};

const LOOK_MS = 400;
const KEYS_MS = 2_000;
const BEAT_MS = 10_000;

export const hall = (): Hall =>
  processSingleton("event-listeners", () => ({
    listeners: new Set(),
    mark: null,
    head: 0,
    looking: Promise.resolve(),
    timer: null,
    isClosed: false,
    keysAt: Number.NEGATIVE_INFINITY,
    beatAt: Number.NEGATIVE_INFINITY,
  }));

/** One after the other: whoever asks sees what was there when they asked. */
export function look(ctx: Ctx): Promise<void> {
  const at = hall();
  at.looking = at.looking.catch(() => {}).then(() => lookOnce(ctx, at));
  return at.looking;
}

async function lookOnce({ db }: Ctx, at: Hall): Promise<void> {
  for (let isMore = true; isMore; ) {
    if (!at.mark) Object.assign(at, await findStart(db));
    const accountIds = [...new Set([...at.listeners].map(({ ctx }) => ctx.account.id))];
    const seen = await readNew(db, at.mark!, accountIds);
    ({ mark: at.mark, head: at.head, isMore } = seen);
    for (const listener of at.listeners) if (!listener.behind) tell(listener, seen.told);
  }
}

function tell(listener: Listener, events: Seen[]): void {
  const { ctx } = listener;
  for (const event of events) {
    if (event.accountId !== ctx.account.id || event.environment !== ctx.environment) continue;
    if (offer(listener, event)) continue;
    // The rest is in the database, and nowhere else: who is slow costs no memory.
    listener.behind = true;
    return;
  }
}

function offer(listener: Listener, event: ToldEvent): boolean {
  if (event.id <= listener.at) return true;
  listener.at = event.id;
  return listener.types.has(event.type) ? listener.sink!.send(event) : true;
}

/** Reads on where the listener is, until it can take no more or has what everybody has. */
export async function catchUp(listener: Listener): Promise<void> {
  const at = hall();
  const { db, account, environment } = listener.ctx;
  if (listener.reading || !listener.behind) return;
  listener.reading = true;
  try {
    while (at.listeners.has(listener)) {
      const upTo = at.mark!.settled;
      const page = await readPast(db, { accountId: account.id, environment }, listener.at, upTo);
      for (const event of page) if (!offer(listener, event)) return;
      if (page.length < PAGE && upTo === at.mark!.settled) {
        listener.behind = false;
        return;
      }
    }
  } catch (error) {
    log().warn({ error: (error as Error).message }, "a listener is asked to come again");
    letGo(listener, "again");
  } finally {
    listener.reading = false;
  }
}

export function letGo(listener: Listener, why: LetGo): void {
  hall().listeners.delete(listener);
  listener.sink?.end(why);
}

/** While somebody listens. */
export function keepLooking(ctx: Ctx): void {
  const at = hall();
  if (at.timer) return;
  const again = () => {
    at.timer = setTimeout(async () => {
      try {
        await look(ctx);
        await checkKeys(ctx, at);
      } catch (error) {
        log().warn({ error: (error as Error).message }, "no look at events for listeners");
      }
      beat(at);
      at.timer = null;
      if (at.listeners.size > 0) again();
      // What is read from here on is of whoever comes next.
      else at.mark = null;
    }, LOOK_MS);
    at.timer.unref();
  };
  again();
}

/** A key that was revoked, has ended or may not be used any more takes its listeners with it. */
async function checkKeys(ctx: Ctx, at: Hall): Promise<void> {
  if (performance.now() < at.keysAt + KEYS_MS) return;
  const listeners = [...at.listeners];
  const good = await findGoodKeys(
    ctx,
    listeners.map(({ key }) => key.id),
  );
  for (const listener of listeners) {
    const now = good.get(listener.key.id);
    if (!now) letGo(listener, "key");
    else if (rights(now) !== rights(listener.key)) letGo(listener, "again");
  }
  at.keysAt = performance.now();
}

const rights = ({ scopes, allowedIps }: Pick<ApiKey, "scopes" | "allowedIps">) => JSON.stringify([scopes, allowedIps]);

function beat(at: Hall): void {
  if (performance.now() < at.beatAt + BEAT_MS) return;
  at.beatAt = performance.now();
  for (const { behind, sink } of at.listeners) if (!behind) sink?.beat();
}

/** The process leaves: everybody is sent to another one. */
export function closeListeners(): void {
  const at = hall();
  at.isClosed = true;
  for (const listener of [...at.listeners]) letGo(listener, "again");
}
