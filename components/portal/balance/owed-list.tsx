"use client";
import { Badge } from "#components/ui/badge.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Due = Outputs["balance"]["owed"]["dues"][number];

/** What is owed, by the day on which it is due. */
export function OwedList({ dues, currency }: { dues: Due[]; currency: string }) {
  const locale = useLocale();
  const say = (day: string) => new Date(day).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <ul aria-label="Owed" className="grid max-h-80 gap-px overflow-y-auto text-[13px]">
      {dues.map(({ chargedOn, orEarlier, dueOn, amount, state }) => (
        <li key={chargedOn} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-2 not-last:border-b">
          <span className="min-w-40 font-medium">
            {dueOn ? `Due ${say(dueOn)}` : `Charged ${say(chargedOn)}`}
            {orEarlier && " or earlier"}
          </span>
          {dueOn && <span className="text-ink-soft">Charged {say(chargedOn)}</span>}
          {state === "overdue" && <Badge tone="bad">Overdue</Badge>}
          {state === "soon" && <Badge tone="wait">Due soon</Badge>}
          <span className="ml-auto">
            <Money amount={amount} currency={currency} />
          </span>
        </li>
      ))}
    </ul>
  );
}
