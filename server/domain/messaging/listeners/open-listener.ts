import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail, ServiceError } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { eventsOfScopes } from "./events-of-scopes.ts";
import { catchUp, hall, keepLooking, type Listener, look, type Sink } from "./hall.ts";
import { findPlace } from "./read-events.ts";

/** In one process. */
const MOST = { key: 5, account: 10, process: 500 } as const;
const COME_AGAIN_SECONDS = 10;

export type OpenListener = {
  /** Begins to tell. To be called once, at once. */
  attach(sink: Sink): void;
  /** The sink can take more. */
  resume(): void;
  leave(): void;
};

/**
 * Somebody who is told the events of the key's environment as they happen: from now on, or after the event that they had
 * last, none left out and none twice.
 */
export async function openListener(
  ctx: AccountCtx,
  key: Pick<ApiKey, "id" | "scopes" | "allowedIps">,
  { after }: { after: string | null },
): Promise<OpenListener> {
  requirePermission(ctx, "webhooks:read");
  const at = hall();
  const listener: Listener = {
    ctx,
    key,
    types: new Set(eventsOfScopes(key.scopes).told),
    at: 0,
    behind: true,
    reading: false,
    sink: null,
  };
  requireRoom(ctx, key);
  // Its place is taken from here on, whoever else comes meanwhile.
  at.listeners.add(listener);
  const leave = () => void at.listeners.delete(listener);
  try {
    const place = after === null ? null : ((await findPlace(ctx.db, tenant(ctx), after)) ?? unknown(after));
    await look(ctx);
    listener.at = place ?? at.head;
  } catch (error) {
    leave();
    throw error;
  }
  return {
    attach(sink) {
      listener.sink = sink;
      if (!at.listeners.has(listener)) return sink.end("again");
      keepLooking({
        db: ctx.db,
        clock: ctx.clock,
        requestId: ctx.requestId,
        actor: { kind: "job", name: "listeners" },
      });
      void catchUp(listener);
    },
    resume: () => void catchUp(listener),
    leave,
  };
}

const unknown = (eventId: string): never =>
  fail(
    "resource_not_found",
    `There is no event ${eventId.slice(0, 40)} in this environment to go on after. Leave Last-Event-ID out to begin with what happens now.`,
  );

function requireRoom(ctx: AccountCtx, { id }: { id: number }): void {
  const { listeners, isClosed } = hall();
  if (isClosed) fail("service_unavailable", "This process is about to leave. Connect again.");
  const all = [...listeners];
  const ofKey = all.filter(({ key }) => key.id === id).length;
  const ofAccount = all.filter((other) => other.ctx.account.id === ctx.account.id).length;
  const full =
    ofKey >= MOST.key
      ? `This key has ${ofKey} listeners`
      : ofAccount >= MOST.account
        ? `This account has ${ofAccount} listeners`
        : all.length >= MOST.process
          ? "Too many listen at this moment"
          : null;
  if (full)
    throw new ServiceError("rate_limit_exceeded", `${full}. Close one, or try again in a while.`, undefined, {
      "Retry-After": String(COME_AGAIN_SECONDS),
    });
}
