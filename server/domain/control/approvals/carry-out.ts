import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { forEach } from "#server/kernel/for-each.ts";
import { moveStatement } from "#server/kernel/moves.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { APPROVAL_MOVES, type Decision } from "./decision.ts";
import { execute } from "./execute.ts";
import { getApproval } from "./list-approvals.ts";

/** Each scheduled change whose time has come, once. What no longer stands as it did when two people agreed is not done, and told. */
export async function carryOutDue(ctx: Ctx): Promise<void> {
  const due = await ctx.db.query<{ id: number }>(sql`
    select id from decisions where starts_at <= ${ctx.clock.now()} and status = 'scheduled' order by starts_at, id limit 100`);
  await forEach(
    due,
    async ({ id }) => carryOut(ctx, await getApproval(ctx, id)),
    ({ id }) => `scheduled change ${id} could not be carried out`,
  );
}

async function carryOut(ctx: Ctx, decision: Decision): Promise<void> {
  const { id } = decision;
  try {
    await execute(ctx, decision, {
      before: async (tx) => {
        if (!(await move(tx, ctx, decision, "done"))) throw new Overtaken();
      },
      after: async (tx, outcome) => {
        await tx.prisma.approval.update({ where: { id }, data: { outcome } });
      },
    });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!isServiceError(error)) throw error;
    await ctx.db.transaction(async (tx) => {
      if (await move(tx, ctx, decision, "refused"))
        await tx.prisma.approval.update({ where: { id }, data: { outcome: NOT_DONE, decidedNote: error.message } });
    });
  }
}

/** Somebody withdrew it at the same moment, or another worker was first. */
class Overtaken extends Error {}

const NOT_DONE = "not carried out";

async function move(tx: Transaction, ctx: Ctx, decision: Decision, status: "done" | "refused"): Promise<boolean> {
  const { id, kind, accountId, subject, details } = decision;
  const statement = moveStatement("decisions", APPROVAL_MOVES, { id, status: "scheduled" }, { status });
  const moved = await tx.query(sql`${statement} returning id`);
  if (moved.length === 0) return false;
  const act = status === "done" ? "decision.carry_out" : "decision.fail";
  const what = { decision: id, kind, changes: details.changes ?? [] };
  await recordAudit(tx, ctx, { act, accountId: accountId ?? undefined, subject, details: what });
  return true;
}

export type Undone = { id: number; subject: string; startsAt: Date; note: string | null };

/** Scheduled changes that were not carried out within the last day, and those whose time passed minutes ago. */
export async function listUndone(ctx: Ctx): Promise<Undone[]> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  return await ctx.db.query<Undone>(sql`
    select id, subject, starts_at, decided_note as note from decisions
     where starts_at between ${after(now, -DAY)} and ${now}
       and ((status = 'refused' and outcome = ${NOT_DONE}) or (status = 'scheduled' and starts_at < ${after(now, -10 * MINUTE)}))
     order by starts_at, id limit 20`);
}
