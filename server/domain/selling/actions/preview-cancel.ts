import { isFinal, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import { getOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { listActionRecords } from "./list-records.ts";
import { possibleActs } from "./possible-acts.ts";

export type CancelPreviewItem = {
  iccid: string;
  status: string;
  /**
   * `refunds`: nobody has installed it, suppliers take it back. `uncertain`: it was installed, the supplier decides.
   * `refused`: the sandbox refuses what was installed. `impossible`: see `reason`.
   */
  outcome: "refunds" | "uncertain" | "refused" | "impossible";
  reason: string | null;
  /** What comes back when the supplier accepts; zero in the test environment, where nothing was paid. */
  refund: Money;
  /** Paid top-ups, which come back only where the supplier returns them too. */
  topups: Money;
};

export type CancelPreview = { currency: string; items: CancelPreviewItem[] };

/** What a cancel of the order would do to each of its eSIMs. Nothing is asked of the supplier and nothing is changed. */
export async function previewCancel(ctx: AccountCtx, reference: string): Promise<CancelPreview> {
  const order = await getOrder(ctx, reference);
  const [esims, actions] = await Promise.all([
    listOrderEsims(ctx.db, order.id),
    listActionRecords(ctx, { orderId: order.id }),
  ]);
  const live = ctx.environment === "live";
  const deliverable = order.status === "delivered" || order.status === "partially_delivered";
  return {
    currency: order.currency,
    items: esims.map((esim) => {
      const own = actions.filter(({ esimId }) => esimId === esim.id);
      const reason = isFinal(esim.status)
        ? `It is ${esim.status} already.`
        : deliverable
          ? possibleActs(esim, own, null).cancel
          : `The order is ${order.status}.`;
      const paid = own.filter(
        ({ action, charged, status, refundedAt }) =>
          action === "topup" && charged && status === "succeeded" && refundedAt === null,
      );
      const installed = esim.installationStatus !== "not_installed";
      return {
        iccid: esim.iccid,
        status: esim.status,
        outcome: reason ? "impossible" : installed ? (live ? "uncertain" : "refused") : "refunds",
        reason,
        refund: live && !reason ? order.unitPrice : money(0),
        topups: paid.reduce((sum, { amount }) => sum.plus(amount), money(0)),
      };
    }),
  };
}
