import { recordAudit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
import { carryOut } from "./carry-out.ts";
import type { Decision } from "./decision.ts";
import { getDecision } from "./list-decisions.ts";

/** The second person's yes: what was asked for is done. Whoever asked cannot give it. */
export async function approveDecision(ctx: Ctx, id: number, note = ""): Promise<void> {
  requireOperator(ctx);
  const decision = await getWaiting(ctx, id);
  if (decision.askedBy === ctx.actor.name) fail("conflict", "You asked for this: somebody else has to approve it.");
  await carryOut(ctx, decision, async (tx, outcome) => {
    await close(tx, ctx, id, { status: "done", note, outcome });
    await auditDecision(tx, ctx, decision, "decision.approve", note);
  });
}

/** The second person's no, or whoever asked takes it back. */
export async function refuseDecision(ctx: Ctx, id: number, note: string): Promise<void> {
  requireOperator(ctx);
  if (note.trim() === "") fail("validation_error", "Say why it is refused.", { field: "note" });
  const decision = await getWaiting(ctx, id);
  await ctx.db.transaction(async (tx) => {
    await close(tx, ctx, id, { status: "refused", note, outcome: null });
    await auditDecision(tx, ctx, decision, "decision.refuse", note);
  });
}

async function getWaiting(ctx: Ctx, id: number): Promise<Decision> {
  const decision = await getDecision(ctx, id);
  if (decision.status !== "waiting")
    fail(
      "conflict",
      `This was ${decision.status === "done" ? "approved" : "refused"} by ${decision.decidedBy ?? decision.askedBy} already.`,
    );
  return decision;
}

type Close = { status: "done" | "refused"; note: string; outcome: string | null };

/** Of two people at the same time one closes it; the other's work is undone, and they are told. */
async function close(tx: Queryable, ctx: Ctx, id: number, { status, note, outcome }: Close): Promise<void> {
  const closed = await tx.query(sql`
    update decisions set status = ${status}, decided_by = ${ctx.actor.name}, decided_at = ${ctx.clock.now()},
           decided_note = ${note.trim() || null}, outcome = ${outcome}
     where id = ${id} and status = 'waiting' returning id`);
  if (closed.length === 0) fail("conflict", "Somebody else decided this a moment ago.");
}

async function auditDecision(tx: Queryable, ctx: Ctx, decision: Decision, act: string, note: string): Promise<void> {
  const { id, kind, accountId, subject, askedBy } = decision;
  await recordAudit(tx, ctx, { act, accountId, subject, details: { decision: id, kind, askedBy, note } });
}
