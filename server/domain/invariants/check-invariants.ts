import { verifyLedger } from "#server/domain/ledger/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { INVARIANTS } from "./invariants.ts";

export type InvariantReport = {
  ok: boolean;
  checked: number;
  failures: { invariant: string; examples: string; count: number }[];
};

/** Checks every invariant against the whole database. Reads only; safe to run at any time. */
export async function checkInvariants(ctx: Ctx): Promise<InvariantReport> {
  const failures: InvariantReport["failures"] = [];
  for (const { says, violations } of INVARIANTS) {
    const [row] = await ctx.db.query<{ count: number; examples: string | null }>(sql`
      with v as (${violations}) select count(*) as count, (select string_agg(subject, ', ') from (select subject from v limit 5) s) as examples from v`);
    if (row && row.count > 0) failures.push({ invariant: says, examples: row.examples ?? "", count: row.count });
  }
  const chain = await verifyLedger(ctx);
  for (const { account, fault } of chain.failures)
    failures.push({
      invariant: "The ledger's chain verifies and ends where the wallet stands.",
      examples: `${account}: ${fault}`,
      count: 1,
    });
  return { ok: failures.length === 0, checked: INVARIANTS.length + 1, failures };
}
