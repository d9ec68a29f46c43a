import { AUDIT_LOG, verifyLedger } from "#server/domain/money/ledger/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { isDatabaseDown, tookTooLong, wasUnanswered } from "#server/kernel/database-errors.ts";
import { one, type Queryable, sql, withinTime } from "#server/kernel/db.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { EVENTS_SAY, findFaultyEvents } from "./faulty-events.ts";
import { GUARANTEE } from "./guarantee-facts.ts";
import { INVARIANTS } from "./invariants.ts";
import { INVOICES } from "./invoice-facts.ts";
import { WAITING } from "./waiting-facts.ts";

export type InvariantReport = {
  ok: boolean;
  checked: number;
  failures: { invariant: string; examples: string; count: number }[];
};

const STATEMENTS = [...INVARIANTS, ...INVOICES, ...WAITING, ...GUARANTEE];
const LEDGER_CHAIN = "The ledger's chain verifies and ends where the wallet stands.";
const AUDIT_CHAIN = "The audit log's chain verifies: nothing in it was changed, removed, added or moved.";

/** A rule over years of history may take this long; what takes longer is told as not checked. */
const LONGEST = 10 * MINUTE;

type Options = {
  /** Told after each rule how many are done. */
  onProgress?(checked: number): Promise<void>;
  /** Of one rule. */
  longest?: number;
};

/**
 * Checks every invariant against the whole database. Reads only; safe to run at any time. Each rule has its own time: one that cannot
 * be checked is a failure, and the others are checked all the same.
 */
export async function checkInvariants(
  ctx: Ctx,
  { onProgress, longest = LONGEST }: Options = {},
): Promise<InvariantReport> {
  const failures: InvariantReport["failures"] = [];
  let checked = 0;
  for (const { says, violations } of STATEMENTS) {
    const ask = (db: Queryable) =>
      db.query<Found>(sql`
        with v as (${violations}) select count(*) as count, (select string_agg(subject, ', ') from (select subject from v limit 5) s) as examples from v`);
    const found = await inItsTime(ctx, ask, longest);
    if (found.count > 0) failures.push({ invariant: says, examples: found.examples ?? "", count: found.count });
    await onProgress?.(++checked);
  }
  const events = await orNotChecked(
    () => findFaultyEvents(ctx),
    (why) => why,
  );
  if (events.length > 0)
    failures.push({ invariant: EVENTS_SAY, examples: events.slice(0, 5).join(", "), count: events.length });
  const chains = await orNotChecked(
    async () => (await verifyLedger(ctx)).failures,
    (fault) => ({ account: "all", fault }),
  );
  for (const { account, fault } of chains)
    failures.push({
      invariant: account === AUDIT_LOG ? AUDIT_CHAIN : LEDGER_CHAIN,
      examples: `${account}: ${fault}`,
      count: 1,
    });
  return { ok: failures.length === 0, checked: STATEMENTS.length + 2, failures };
}

type Found = { count: number; examples: string | null };

/** Most rules take no longer than any statement may. */
async function inItsTime(ctx: Ctx, ask: (db: Queryable) => Promise<Found[]>, longest: number): Promise<Found> {
  const patiently = (error: unknown) =>
    tookTooLong(error) || wasUnanswered(error) ? withinTime(longest, ask) : Promise.reject(error);
  try {
    return one(await ask(ctx.db).catch(patiently));
  } catch (error) {
    return { count: 1, examples: notChecked(error) };
  }
}

/** What a check finds; that it could not be made is something found. */
const orNotChecked = <T>(check: () => Promise<T[]>, as: (why: string) => T): Promise<T[]> =>
  check().catch((error: unknown) => [as(notChecked(error))]);

/** Without a database nothing is checked at all. */
function notChecked(error: unknown): string {
  if (isDatabaseDown(error)) throw error;
  return `not checked: ${tookTooLong(error) ? "it takes too long" : (error as Error).message}`;
}
