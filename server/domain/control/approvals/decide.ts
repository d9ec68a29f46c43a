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

/** The second person's yes: what was asked for is done, now or when its time comes. Whoever asked cannot give it. */
export async function approve(ctx: Ctx, id: number, note = ""): Promise<void> {
  const decision = await getOpen(ctx, id);
  if (decision.status === "scheduled")
    fail("conflict", `${decision.decidedBy} approved this already: it waits for its time.`);
  if (decision.startsAt !== null && decision.startsAt > ctx.clock.now()) return await schedule(ctx, decision, note);
  await execute(ctx, decision, {
    before: async (tx) => {
      await requireSecond(tx, ctx, decision);
      await close(tx, ctx, decision, { status: "done", note });
    },
    after: async (tx, outcome) => {
      await tx.prisma.approval.update({ where: { id }, data: { outcome } });
      await auditApproval(tx, ctx, decision, "decision.approve", note);
    },
  });
}

/** What is approved for a time to come is carried out then (`carry-out.ts`), unless somebody withdraws it before. */
async function schedule(ctx: Ctx, decision: Decision, note: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await requireSecond(tx, ctx, decision);
    await close(tx, ctx, decision, { status: "scheduled", note });
    await auditApproval(tx, ctx, decision, "decision.approve", note);
  });
}

/** The second person's no, or whoever asked takes it back; of what is scheduled, anybody's who may decide it. */
export async function decline(ctx: Ctx, id: number, note: string): Promise<void> {
  const decision = await getOpen(ctx, id);
  if (note.trim() === "") fail("validation_error", "Say why it is refused.", { field: "note" });
  await ctx.db.transaction(async (tx) => {
    await close(tx, ctx, decision, { status: "refused", note });
    await auditApproval(tx, ctx, decision, "decision.refuse", note);
  });
}

/** Of the kinds that the role includes, and still open. */
async function getOpen(ctx: Ctx, id: number): Promise<Decision> {
  const decision = await getApproval(ctx, id);
  requireOperator(ctx, KINDS[decision.kind]);
  const { status, askedBy, decidedBy } = decision;
  if (APPROVAL_MOVES[status].length === 0) {
    const ended = status === "done" ? "approved" : decidedBy === askedBy ? "withdrawn" : "refused";
    fail("conflict", `This was ${ended} by ${decidedBy ?? askedBy} already.`);
  }
  return decision;
}

/** Of two people at the same time one closes it, and the other is told. */
async function close(
  tx: Transaction,
  ctx: Ctx,
  { id, status: from }: Decision,
  { status, note }: { status: "scheduled" | "done" | "refused"; note: string },
): Promise<void> {
  const decided = { decidedBy: ctx.actor.name, decidedAt: ctx.clock.now(), decidedNote: note.trim() || null };
  const close = moveStatement("decisions", APPROVAL_MOVES, { id, status: from }, { status, ...decided });
  const closed = await tx.query(sql`${close} returning id`);
  if (closed.length === 0) fail("conflict", "Somebody else decided this a moment ago.");
}

export async function auditApproval(
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
