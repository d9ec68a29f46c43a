import { recordAudit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { carryOut } from "./carry-out.ts";
import { type Decision, KINDS } from "./decision.ts";
import { requireSecond } from "./limits.ts";
import { getDecision } from "./list-decisions.ts";

/** The second person's yes: what was asked for is done. Whoever asked cannot give it. */
export async function approveDecision(ctx: Ctx, id: number, note = ""): Promise<void> {
  const decision = await getWaiting(ctx, id);
  await carryOut(ctx, decision, {
    before: async (tx) => {
      await requireSecond(tx, ctx, decision);
      await close(tx, ctx, id, { status: "done", note });
    },
    after: async (tx, outcome) => {
      await tx.query(sql`update decisions set outcome = ${outcome} where id = ${id}`);
      await auditDecision(tx, ctx, decision, "decision.approve", note);
    },
  });
}

/** The second person's no, or whoever asked takes it back. */
export async function refuseDecision(ctx: Ctx, id: number, note: string): Promise<void> {
  const decision = await getWaiting(ctx, id);
  if (note.trim() === "") fail("validation_error", "Say why it is refused.", { field: "note" });
  await ctx.db.transaction(async (tx) => {
    await close(tx, ctx, id, { status: "refused", note });
    await auditDecision(tx, ctx, decision, "decision.refuse", note);
  });
}

/** Of the kinds that the role includes, and still open. */
async function getWaiting(ctx: Ctx, id: number): Promise<Decision> {
  const decision = await getDecision(ctx, id);
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
  tx: Queryable,
  ctx: Ctx,
  id: number,
  { status, note }: { status: "done" | "refused"; note: string },
): Promise<void> {
  const closed = await tx.query(sql`
    update decisions set status = ${status}, decided_by = ${ctx.actor.name}, decided_at = ${ctx.clock.now()},
           decided_note = ${note.trim() || null}
     where id = ${id} and status = 'waiting' returning id`);
  if (closed.length === 0) fail("conflict", "Somebody else decided this a moment ago.");
}

async function auditDecision(tx: Queryable, ctx: Ctx, decision: Decision, act: string, note: string): Promise<void> {
  const { id, kind, accountId, subject, askedBy, details } = decision;
  const what = { decision: id, kind, askedBy, note, changes: details.changes ?? [] };
  await recordAudit(tx, ctx, { act, accountId: accountId ?? undefined, subject, details: what });
}
