import { AUDIT_LOG, verifyLedger } from "#server/domain/money/ledger/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { EVENTS_SAY, findFaultyEvents } from "./faulty-events.ts";
import { INVARIANTS } from "./invariants.ts";
import { INVOICES } from "./invoice-facts.ts";

export type InvariantReport = {
  ok: boolean;
  checked: number;
  failures: { invariant: string; examples: string; count: number }[];
};

const STATEMENTS = [...INVARIANTS, ...INVOICES];
const LEDGER_CHAIN = "The ledger's chain verifies and ends where the wallet stands.";
const AUDIT_CHAIN = "The audit log's chain verifies: nothing in it was changed, removed, added or moved.";

/** Checks every invariant against the whole database. Reads only; safe to run at any time. */
export async function checkInvariants(ctx: Ctx): Promise<InvariantReport> {
  const failures: InvariantReport["failures"] = [];
  for (const { says, violations } of STATEMENTS) {
    const [row] = await ctx.db.query<{ count: number; examples: string | null }>(sql`
      with v as (${violations}) select count(*) as count, (select string_agg(subject, ', ') from (select subject from v limit 5) s) as examples from v`);
    if (row && row.count > 0) failures.push({ invariant: says, examples: row.examples ?? "", count: row.count });
  }
  const events = await findFaultyEvents(ctx);
  if (events.length > 0)
    failures.push({ invariant: EVENTS_SAY, examples: events.slice(0, 5).join(", "), count: events.length });
  const chain = await verifyLedger(ctx);
  for (const { account, fault } of chain.failures)
    failures.push({
      invariant: account === AUDIT_LOG ? AUDIT_CHAIN : LEDGER_CHAIN,
      examples: `${account}: ${fault}`,
      count: 1,
    });
  return { ok: failures.length === 0, checked: STATEMENTS.length + 2, failures };
}
