import { perDatabase } from "#server/kernel/batcher.ts";
import { inTime, paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import type { SupplierCode } from "./port.ts";
import { type Limit, turnBook } from "./turn-book.ts";
import { TurnQueue } from "./turn-queue.ts";

/** When an adapter may call. What is answered `false` must not be sent; it was nobody's fault, and nothing happened. */
export type Turns = {
  /** Waits for the turn of a call, until that moment (of `Date.now()`) or for a while. */
  next(sendBy?: number): Promise<boolean>;
  /** Counts against a limit of something that the supplier counts apart, without waiting. */
  within(limit: Limit, about: string): Promise<boolean>;
  /** The supplier said that it is asked too often, and after which time it may be asked again (`Retry-After`). */
  heed(retryAfter: string | null, about?: string): Promise<void>;
  /** What another call asked for, for this one too, had no turn. */
  miss(): void;
};

/** For an adapter that is alone with its supplier. */
export const FREELY: Turns = {
  next: async (sendBy = Number.POSITIVE_INFINITY) => Date.now() <= sendBy,
  within: async () => true,
  heed: async () => {},
  miss: () => {},
};

/** A call waits this long for its turn, and not less than the second where time is scaled. */
const PATIENCE = 15 * SECOND;
/** Whoever did not get a turn comes again after this long: others have had theirs by then. */
const AGAIN = 5 * SECOND;
/** Without a word of the supplier's about it. */
const CLOSED = 2 * SECOND;
/** However long a supplier wants to be left alone, it is asked again. */
const LONGEST_CLOSED = 2 * MINUTE;

const patience = () => Math.max(SECOND, paced(PATIENCE));

const queues = perDatabase("suppliers' turns", () => new Map<string, TurnQueue>());

function queueOf(db: Database, code: SupplierCode, about: string, limit: Limit): TurnQueue {
  const name = `${code} ${about}`;
  const queue = queues(db).get(name) ?? new TurnQueue(turnBook(db, code), about, limit);
  queues(db).set(name, queue);
  return queue;
}

/** Of what a supplier allows, for what people and programs ask for as often as they like: the rest is for purchases. */
const ASKED_SHARE = 2;
/** What jobs do for nothing has as much, of all accounts together: what is bought has as much left as these two leave it. */
const DONE_SHARE = 4;
/** One account has as much of what is asked, and of what is done for it for nothing. */
const ACCOUNT_SHARE = 4;
/** An account's turns for that are given so far ahead: whoever has one comes back for it. */
const LONGEST_AHEAD = 9 * MINUTE;

const shareOf = ({ calls, perMs }: Limit, share: number): Limit => ({
  calls: Math.max(1, Math.floor(calls / share)),
  perMs,
});

/**
 * The turns of one connection.
 *
 * @param limit what the supplier allows, whoever asks
 * @param accountId whose request it is, where nothing but a request makes the call: each waits for its account's share and for
 *   that of all requests first
 */
export function takeTurns(ctx: Ctx, code: SupplierCode, limit: Limit, accountId?: number) {
  const book = turnBook(ctx.db, code);
  const queue = queueOf(ctx.db, code, "", limit);
  const own = accountId && queueOf(ctx.db, code, `asked by ${accountId}`, shareOf(limit, ACCOUNT_SHARE));
  const asked = accountId && queueOf(ctx.db, code, "asked", shareOf(limit, ASKED_SHARE));
  let isBegun = false;
  let inHand = false;
  let isMissed = false;
  let isOverShare = false;
  const had = (hasCome: boolean) => {
    isMissed ||= !hasCome;
    return hasCome;
  };
  const turns: Turns = {
    async next(sendBy = Number.POSITIVE_INFINITY) {
      if (inHand) {
        inHand = false;
        return had(Date.now() <= sendBy);
      }
      const until = Math.min(Date.now() + patience(), sendBy);
      const comes = async (line: TurnQueue) => {
        const left = until - Date.now();
        if (left <= 0) return false;
        return await orNot(async () => {
          const hasCome = (await line.wait(left, isBegun)) === null;
          if (line === own) isOverShare = !hasCome;
          return hasCome;
        });
      };
      const hasCome = (!own || (await comes(own))) && (!asked || (await comes(asked))) && (await comes(queue));
      // Who slept on it has missed it.
      return had(hasCome && Date.now() <= sendBy);
    },
    within: async (own, about) =>
      had(await orNot(async () => (await book.take(about, own, { patienceMs: 0, waitedMs: 0 })).taken)),
    heed: async (retryAfter, about = "") => {
      const forMs = Math.min(LONGEST_CLOSED, readRetryAfter(retryAfter, ctx.clock.now()) ?? CLOSED);
      log().warn({ supplier: code, forMs }, "a supplier says that it is asked too often");
      await orNot(async () => {
        await book.close(about, paced(forMs));
        return true;
      });
    },
    miss: () => void had(false),
  };
  return {
    turns,
    /**
     * Before something that calls a supplier: waits for the first call's turn. Null when it has come; else when to come
     * again. Nothing was asked then, and nothing counts. What has begun goes before what has not.
     */
    async begin(): Promise<Date | null> {
      const again = inHand ? null : await queue.wait(patience(), isBegun);
      isBegun = inHand = again === null;
      isMissed = false;
      const now = ctx.clock.now();
      return again === null ? null : inTime(after(now, again), AGAIN * Math.random() + (again === 0 ? AGAIN : 0));
    },
    /**
     * When to come again, where a call since `begin` had no turn: what then was not done, or not learned, is no word of the
     * supplier's, and does not count. Null when all had theirs.
     */
    missedTurn: (): Date | null => (isMissed ? inTime(ctx.clock.now(), AGAIN * (1 + Math.random())) : null),
    /**
     * When it is this account's turn, or without one that of all accounts together, for what costs them nothing, so that they may ask as often
     * as they like: nobody waits here, and the supplier's own turn comes on top. Not taken where that is too far ahead: it is asked for again
     * then.
     */
    async takeShare(accountId: number | null): Promise<{ at: Date; taken: boolean }> {
      const patience = { patienceMs: LONGEST_AHEAD, waitedMs: 0 };
      const [about, share] = accountId === null ? ["done", DONE_SHARE] : [`done for ${accountId}`, ACCOUNT_SHARE];
      const { waitMs, taken } = await book.take(about, shareOf(limit, share), patience);
      return { at: after(ctx.clock.now(), waitMs), taken };
    },
    /** `rate_limit_exceeded` where the last call had no turn because its own account asks for more than its share. */
    requireShare(): void {
      if (isOverShare)
        throw new ServiceError(
          "rate_limit_exceeded",
          "This account asks the network supplier more often than its share of what the supplier allows. Ask one after the other; webhooks tell of what changes.",
          undefined,
          { "Retry-After": String(AGAIN / SECOND) },
        );
    },
  };
}

/** A database that does not answer gives no turn. */
async function orNot(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    log().warn({ error: (error as Error).message }, "a supplier's turns could not be written down");
    return false;
  }
}

/** Seconds or a date; null for anything else. */
export function readRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
