import { Banknote } from "lucide-react";
import { Money } from "#components/ui/money.tsx";
import type { TimelineItem } from "../timeline.tsx";
import { causeInWords, isReinstated, progressInWords, type SaleRefund } from "./refund-words.tsx";

/** A refund as a step of a sale's life, and of its order's. */
export const ofRefund =
  (currency: string) =>
  (refund: SaleRefund): TimelineItem[] => {
    if (isReinstated(refund))
      return [
        {
          ...{ key: `refund-${refund.cause}`, at: refund.createdAt, icon: Banknote, tone: "neutral" },
          title: "The bank of the card took the payment back",
          detail: `${causeInWords(refund)} ${progressInWords(refund)}`,
        },
      ];
    const money = <Money amount={refund.amount} currency={currency} />;
    const decided: TimelineItem = {
      key: `refund-${refund.cause}`,
      at: refund.createdAt,
      icon: Banknote,
      tone: refund.doneAt ? "neutral" : "wait",
      title: <>Refund of {money} to the traveller decided</>,
      detail: refund.doneAt ? causeInWords(refund) : `${causeInWords(refund)} ${progressInWords(refund)}`,
    };
    if (!refund.doneAt || (!refund.reference && !refund.elsewhere)) return [decided];
    return [
      decided,
      {
        ...decided,
        key: `refund-${refund.cause}-done`,
        at: refund.doneAt,
        tone: "good",
        title: refund.elsewhere ? <>Refund of {money} paid another way</> : <>Refund of {money} sent</>,
        detail: refund.elsewhere ?? `Number at the provider: ${refund.reference}`,
      },
    ];
  };
