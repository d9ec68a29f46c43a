import { CircleCheck, LoaderCircle } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { LANGUAGE_NAMES } from "#server/kernel/languages.ts";
import type { Outputs } from "#server/trpc/types.ts";

export type Sale = Outputs["sales"]["list"]["items"][number];
export type SaleRecord = Outputs["sales"]["get"];

/** What each state means, for those who read it for the first time. */
export const SALE_STATES: Record<Sale["status"], { label: string; tone: Tone; meaning: string }> = {
  preparing: { label: "Preparing", tone: "wait", meaning: "Paid; the eSIMs are on their way." },
  delivered: { label: "Delivered", tone: "good", meaning: "The traveller has what was paid for." },
  cancelled: { label: "Cancelled", tone: "final", meaning: "Every eSIM of it is cancelled." },
  failed: {
    label: "Not delivered",
    tone: "bad",
    meaning: "Nothing could be delivered: the payment goes back, or the voucher works again.",
  },
};

const ICONS = { preparing: LoaderCircle, delivered: CircleCheck };

/** How it stands, and beside it what of the payment goes back. */
export function SaleBadge({ sale }: { sale: Pick<Sale, "status" | "refundDue" | "totalAmount"> }) {
  const { label, tone } = SALE_STATES[sale.status];
  const refunded = Number(sale.refundDue);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone} icon={ICONS[sale.status as keyof typeof ICONS]}>
        {label}
      </Badge>
      {refunded > 0 && (
        <Badge tone="final">{refunded >= Number(sale.totalAmount) ? "Refunded" : "Partly refunded"}</Badge>
      )}
    </span>
  );
}

export const LANGUAGE_OF: Record<string, string> = LANGUAGE_NAMES;

export const languageOf = (locale: string): string => LANGUAGE_OF[locale.split("-")[0]!] ?? locale;
