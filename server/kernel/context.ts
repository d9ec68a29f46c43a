import type { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { type Database, database } from "./db.ts";
import { newRequestId } from "./ids.ts";

export type Environment = "test" | "live";

/** What every verb is given. */
export type Ctx = { db: Database; clock: Clock; requestId: string; actor: Actor };

/** The account facts that verbs need at hand, as they stand at the start of the request. */
export type AccountFacts = {
  id: number;
  code: string;
  currency: string;
  status: "active" | "closed";
  testEnabled: boolean;
  liveEnabled: boolean;
};

/** Versions of what processes may hold in memory (`data_versions`), read together with the account. */
export type DataVersions = { catalog: number; pricing: number };

/** A context bound to one account and environment: the only way to its records. */
export type AccountCtx = Ctx & { account: AccountFacts; environment: Environment; versions: DataVersions };

/** Goes into every statement about an account's records. */
export const tenant = (ctx: AccountCtx) => ({ accountId: ctx.account.id, environment: ctx.environment });

/** The same in a `where`, for verbs that also act for the platform: a context without an account is bound to none. */
export const tenantIfAny = (ctx: Ctx | AccountCtx) => ("account" in ctx ? tenant(ctx) : {});

/** For commands and jobs, which act for the platform. */
export function systemContext(actor: Actor, override: Partial<Ctx> = {}): Ctx {
  return { db: database(), clock: systemClock, requestId: newRequestId(), actor, ...override };
}
