import { Info } from "lucide-react";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";

/** Why fewer eSIMs came than were ordered, and what became of the money for the rest. */
export function ShortDelivery({ record: { order, refundedAmount } }: { record: Outputs["orders"]["get"] }) {
  const missing = order.requestedQuantity - order.deliveredQuantity;
  if (order.status !== "failed" && !(missing > 0 && order.deliveredQuantity > 0)) return null;
  return (
    <section
      aria-label="Not everything was delivered"
      className="flex gap-3 rounded-lg border border-wait/40 bg-wait-soft p-4 text-[13px]"
    >
      <Info className="mt-0.5 size-4 shrink-0 text-wait" aria-hidden />
      <div className="grid gap-1">
        <p className="font-medium">
          {order.deliveredQuantity === 0
            ? "Nothing was delivered"
            : `${order.deliveredQuantity} of ${order.requestedQuantity} eSIMs were delivered`}
        </p>
        <p>
          The network supplier refused {missing === 1 ? "one eSIM" : `${missing} eSIMs`} of this order, and no equal
          product could take its place. <Amount amount={refundedAmount} currency={order.currency} /> went back to the
          wallet in the same step; to get the rest, place another order.
        </p>
      </div>
    </section>
  );
}
