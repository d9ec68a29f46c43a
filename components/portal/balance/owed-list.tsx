"use client";
import { Badge } from "#components/ui/badge.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { AmountPlaces, Money } from "#components/ui/money.tsx";
import { commonPlaces } from "#server/kernel/amount-places.ts";
import type { Outputs } from "#server/trpc/types.ts";

type Due = Outputs["balance"]["owed"]["dues"][number];

/** What is owed, by the day on which it is due. */
export function OwedList({ dues, currency }: { dues: Due[]; currency: string }) {
  const locale = useLocale();
  const say = (day: string) => new Date(day).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <AmountPlaces places={commonPlaces(dues.map(({ amount }) => amount))}>
      <ul aria-label="Owed" className="grid max-h-80 gap-px overflow-y-auto text-[13px]">
        {dues.map(({ chargedOn, orEarlier, dueOn, amount, state }) => (
          <li key={chargedOn} className="flex items-start justify-between gap-3 border-line py-2 not-last:border-b">
            <span className="grid gap-0.5">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {dueOn ? `Due ${say(dueOn)}` : `Charged ${say(chargedOn)}`}
                {orEarlier && " or earlier"}
                {state === "overdue" && <Badge tone="bad">Overdue</Badge>}
                {state === "soon" && <Badge tone="wait">Due soon</Badge>}
              </span>
              {dueOn && <span className="text-ink-soft text-xs">Charged {say(chargedOn)}</span>}
            </span>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </AmountPlaces>
  );
}
