import { type AuditAct, recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { moveStatement } from "#server/kernel/moves.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { APPROVAL_MOVES, type Decision, KINDS } from "./decision.ts";
import { execute } from "./execute.ts";
import { requireSecond } from "./limits.ts";
import { getApproval } from "./list-approvals.ts";

/** The second person's yes: what was asked for is done. Whoever asked cannot give it. */
export async function approve(ctx: Ctx, id: number, note = ""): Promise<void> {
  const decision = await getWaiting(ctx, id);
  await execute(ctx, decision, {
    before: async (tx) => {
      await requireSecond(tx, ctx, decision);
      await close(tx, ctx, id, { status: "done", note });
    },
    after: async (tx, outcome) => {
      await tx.prisma.approval.update({ where: { id }, data: { outcome } });
      await auditApproval(tx, ctx, decision, "decision.approve", note);
    },
  });
}

/** The second person's no, or whoever asked takes it back. */
export async function decline(ctx: Ctx, id: number, note: string): Promise<void> {
  const decision = await getWaiting(ctx, id);
  if (note.trim() === "") fail("validation_error", "Say why it is refused.", { field: "note" });
  await ctx.db.transaction(async (tx) => {
    await close(tx, ctx, id, { status: "refused", note });
    await auditApproval(tx, ctx, decision, "decision.refuse", note);
  });
}

/** Of the kinds that the role includes, and still open. */
async function getWaiting(ctx: Ctx, id: number): Promise<Decision> {
  const decision = await getApproval(ctx, id);
  requireOperator(ctx, KINDS[decision.kind]);
  if (decision.status !== "waiting")
    fail(
      "conflict",
      `This was ${decision.status === "done" ? "approved" : "refused"} by ${decision.decidedBy ?? decision.askedBy} already.`,
    );
  return decision;
}

/** Of two people at the same time one closes it, and the other is told. */
async function close(
  tx: Transaction,
  ctx: Ctx,
  id: number,
  { status, note }: { status: "done" | "refused"; note: string },
): Promise<void> {
  const decided = { decidedBy: ctx.actor.name, decidedAt: ctx.clock.now(), decidedNote: note.trim() || null };
  const close = moveStatement("decisions", APPROVAL_MOVES, { id, status: "waiting" }, { status, ...decided });
  const closed = await tx.query(sql`${close} returning id`);
  if (closed.length === 0) fail("conflict", "Somebody else decided this a moment ago.");
}

async function auditApproval(
  tx: Transaction,
  ctx: Ctx,
  decision: Decision,
  act: AuditAct,
  note: string,
): Promise<void> {
  const { id, kind, accountId, subject, askedBy, details } = decision;
  const what = { decision: id, kind, askedBy, note, changes: details.changes ?? [] };
  await recordAudit(tx, ctx, { act, accountId: accountId ?? undefined, subject, details: what });
}
