import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { examineReview } from "#server/domain/selling/actions/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Ask } from "./decision.ts";
import { execute } from "./execute.ts";
import { enterGate, needsSecond } from "./limits.ts";
import { type Plan, planApproval } from "./plan-approval.ts";

/** Does it at once, or writes it down for a second person. */
export async function requestApproval(ctx: Ctx, ask: Ask): Promise<{ id: number; status: "waiting" | "done" }> {
  const plan = await planApproval(ctx, ask);
  const id = plan.needsSecond ? null : await doAlone(ctx, plan);
  if (id !== null) return { id, status: "done" };
  // Nobody is asked to approve what the supplier's answer contradicts already.
  if (ask.kind === "review") await examineReview(ctx, ask.ref, { ...ask, note: ask.reason });
  return { id: await askForSecond(ctx, plan), status: "waiting" };
}

/** One person is not enough after all: undoes what was begun. */
class SecondNeeded extends Error {}

/**
 * Sum, judgement and act are one transaction behind the operator's gate: what is decided at the same time waits for it,
 * and counts it. Null when others of the same operator were first and a second person is needed.
 */
async function doAlone(ctx: Ctx, plan: Plan): Promise<number | null> {
  let id = 0;
  try {
    await execute(ctx, plan, {
      before: async (tx) => {
        await enterGate(tx, ctx, plan.kind);
        if (await needsSecond(tx, ctx, plan)) throw new SecondNeeded();
      },
      after: async (tx, outcome) => {
        id = await insert(tx, ctx, plan, { status: "done", outcome });
      },
    });
    return id;
  } catch (error) {
    if (error instanceof SecondNeeded) return null;
    throw error;
  }
}

async function askForSecond(ctx: Ctx, plan: Plan): Promise<number> {
  const { accountId, subject, kind, amount, currency, reason, details } = plan;
  return await ctx.db.transaction(async (tx) => {
    await enterGate(tx, ctx, kind);
    const id = await insert(tx, ctx, plan, { status: "waiting", outcome: null });
    const what = {
      decision: id,
      kind,
      amount: amount && toNumeric(amount),
      currency,
      reason,
      as: details.as ?? null,
      changes: details.changes ?? [],
    };
    await recordAudit(tx, ctx, { act: "decision.ask", accountId: accountId ?? undefined, subject, details: what });
    return id;
  });
}

type Kept = { status: "waiting" | "done"; outcome: string | null };

async function insert(tx: Transaction, ctx: Ctx, plan: Plan, { status, outcome }: Kept): Promise<number> {
  const at = ctx.clock.now();
  const { amount, amountUsd } = plan;
  try {
    const rows = await tx.query<{ id: number }>(sql`
      insert into decisions (kind, account_id, subject, amount, currency, amount_usd, bank_reference, details, reason, status, asked_by,
        asked_at, decided_at, starts_at, outcome)
      values (${plan.kind}, ${plan.accountId}, ${plan.subject}, ${amount && toNumeric(amount)}::numeric, ${plan.currency},
              ${amountUsd && toNumeric(amountUsd)}::numeric, ${plan.bankReference}, ${storableJson(plan.details)}::jsonb, ${plan.reason},
              ${status}, ${ctx.actor.name}, ${at}, ${status === "done" ? at : null}, ${plan.startsAt}, ${outcome})
      returning id`);
    return one(rows).id;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === "decisions_waiting_subject")
      fail(
        "conflict",
        `A decision about ${plan.subject} waits already, for somebody or for its time. Approve, refuse or withdraw that one.`,
      );
    if (constraint === "decisions_bank_reference")
      fail("conflict", `The payment ${plan.bankReference} was booked a moment ago.`, { field: "bankReference" });
    throw error;
  }
}
