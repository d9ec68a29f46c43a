import type { Ctx } from "#server/kernel/context.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { HOUR } from "#server/kernel/time.ts";

/** What is held against each other every night: audits of ours, and suppliers' and payments' records against ours. */
const NIGHTLY_CHECKS = ["ledger", "invariants", "suppliers", "payments"] as const;
type Check = (typeof NIGHTLY_CHECKS)[number];

/** A night that was missed is told at noon; one whose check takes long is not. `NightlyChecksLate` asks for the same. */
const CHECKED_WITHIN = 36 * HOUR;

type CheckAge = {
  check: Check;
  /** When the last one ended that looked at everything, whatever it found; null: none ever did. */
  wholeAt: Date | null;
  /** That, or when the first account was opened; null: there is nothing to check. */
  since: Date | null;
  isLate: boolean;
};

/** How old what the nightly checks say is. */
export async function measureChecks(ctx: Ctx): Promise<CheckAge[]> {
  requireOperator(ctx, "platform:read");
  const { account, auditRun, reconciliationRun } = ctx.db.prisma;
  const [first, audits, comparisons] = await Promise.all([
    account.findFirst({ orderBy: { id: "asc" }, select: { createdAt: true } }),
    auditRun.groupBy({ by: "kind", where: { status: { in: ["passed", "failed"] } }, _max: { finishedAt: true } }),
    reconciliationRun.groupBy({ by: "kind", where: { status: "done" }, _max: { finishedAt: true } }),
  ]);
  const now = ctx.clock.now().getTime();
  return NIGHTLY_CHECKS.map((check) => {
    const wholeAt = [...audits, ...comparisons].find(({ kind }) => kind === check)?._max.finishedAt ?? null;
    const since = wholeAt ?? first?.createdAt ?? null;
    return { check, wholeAt, since, isLate: since !== null && now - since.getTime() > CHECKED_WITHIN };
  });
}
