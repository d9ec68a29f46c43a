import { resolveReview } from "#server/domain/actions/index.ts";
import { recordAudit } from "#server/domain/audit/index.ts";
import { refundOrder } from "#server/domain/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";
import type { Decision } from "./decision.ts";

/** Writes the decision down, in the transaction in which it takes effect; throws to undo both. */
type Note = (tx: Queryable, outcome: string) => Promise<void>;

type Wanted = Pick<
  Decision,
  "kind" | "accountId" | "accountCode" | "subject" | "amount" | "bankReference" | "details" | "reason"
>;

/** Does what was decided, once. */
export async function carryOut(ctx: Ctx, wanted: Wanted, note: Note): Promise<void> {
  const { kind, subject, reason, details } = wanted;
  if (kind === "deposit" || kind === "adjustment") return await book(ctx, wanted, note);
  if (kind === "refund") {
    await refundOrder(ctx, subject, reason, (tx, refunded) => note(tx, refunded.ledgerReference));
    return;
  }
  const { as = "failed", supplierReference } = details;
  await resolveReview(ctx, subject, { as, supplierReference, note: reason }, (tx) => note(tx, as));
}

/** A payment's cause is its bank reference: the same one a second time posts nothing. */
async function book(ctx: Ctx, wanted: Wanted, note: Note): Promise<void> {
  const { kind, accountId, accountCode, amount, bankReference, details, reason } = wanted;
  const cause = kind === "deposit" ? `deposit:${bankReference}` : `adjustment:${details.cause}`;
  const description = kind === "deposit" ? `Deposit ${bankReference}` : reason;
  await ctx.db.transaction(async (tx) => {
    const details = { amount: toNumeric(amount), reason, bankReference };
    await recordAudit(tx, ctx, { act: `wallet.${kind}`, accountId, subject: accountCode, details });
    const { id, posted } = one(
      await tx.query<{ id: number; posted: boolean }>(sql`
        select entry_id as id, posted
          from post_entry(${accountId}::int, ${kind}, ${toNumeric(amount)}::numeric, ${cause}, ${description}, ${ctx.clock.now()})`),
    );
    if (!posted) fail("conflict", `This was booked before, as ${ledgerReference(id)}.`, { field: "bankReference" });
    await note(tx, ledgerReference(id));
  });
}
