import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { spendKey } from "#server/domain/selling/orders/index.ts";
import { findCheckout, sendReplacementMail } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { moveReplacement, type Reason, type Replacement, replacementKey } from "./replacement.ts";

const WHY: Partial<Record<string, string>> = {
  connected: "its supplier says that it has connected",
  changed: "it was taken off the phone or paused",
  cancelled: "it was cancelled meanwhile",
  refunded: "its payment goes back or is disputed",
  none: "no other supplier sells an equal plan for what it may cost",
  unanswered: "its supplier did not say whether it has connected",
  insufficient_balance: "the wallet and credit line of your account do not cover it",
};

/**
 * Ends it, once: the traveller has the mail about the other eSIM, the reseller knows. Without one, what was cancelled by then goes back
 * as every cancel does. What is refused while it is ordered is not ordered by a run that is late either; what such a run has ordered by then
 * is not refused: there is another step to take.
 *
 * @param reason why there is no other eSIM; null when there is one
 */
export async function endReplacement(
  ctx: AccountCtx,
  replacement: Replacement,
  reason: Reason | null,
): Promise<"over" | "again"> {
  const at = ctx.clock.now();
  const { id, checkoutId, orderId } = replacement;
  return await ctx.db.transaction(async (tx) => {
    if (replacement.status === "ordering" && !(await spendKey(tx, ctx, replacementKey(replacement)))) return "again";
    const changes = reason === null ? { status: "replaced" as const } : { status: "refused" as const, reason };
    if (!(await moveReplacement(tx, replacement, at, changes))) return "over";
    const checkout = (await findCheckout(tx, checkoutId))!;
    if (reason === null) {
      await noteReplaced(tx, replacement, at);
      await sendReplacementMail(tx, ctx, checkout, orderId!);
    } else await enqueue(tx, "settle-checkout", { checkoutId });
    const text =
      reason === null
        ? `An eSIM of sale ${checkout.number} stayed silent and was replaced: ${orderReference(orderId!)} is on your account. The traveller paid nothing more.`
        : `A traveller asked for another eSIM for sale ${checkout.number} and got none: ${WHY[reason] ?? `its order ended as ${reason}`}.`;
    const notice = { kind: "sale.replaced", subject: checkout.number, text, occasion: `${id}` } as const;
    const { accountId, environment } = tenant(ctx);
    await raiseNotifications(tx, at, [{ accountId, environment, ...notice }]);
    return "over";
  });
}

/** In the eSIM's own history, which the API and the portal show: its status says nothing of it. */
const noteReplaced = (tx: Transaction, { esimId }: Replacement, at: Date) =>
  tx.query(sql`
    insert into esim_history (esim_id, event_type, previous_status, current_status, source, created_at)
    select id, 'esim.replaced', status, status, 'guarantee', ${at} from esims where id = ${esimId}`);
