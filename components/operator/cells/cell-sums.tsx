import { TriangleAlert } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Answer = Outputs["operator"]["cells"]["get"];
type CellSumsProps = Pick<Answer, "sums" | "missing"> & { count: number };

/** Over all cells that answered, and which did not. */
export function CellSums({ sums: { accounts, ordersToday, balances, oldestOpenAt }, missing, count }: CellSumsProps) {
  return (
    <Card title={missing.length === 0 ? "All cells" : `${count - missing.length} of ${count} cells`}>
      {missing.length > 0 && (
        <p role="alert" className="mb-4 flex items-start gap-2 rounded-md bg-bad-soft p-3 text-[13px] text-bad">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            Missing in these sums: {missing.join(", ")}. Asked again when the page is loaded again.
          </span>
        </p>
      )}
      <Facts
        facts={[
          ["Open accounts", accounts],
          ["Live orders today (UTC)", ordersToday],
          ["Oldest open order", oldestOpenAt ? <Time key="oldest" at={oldestOpenAt} /> : "None is open"],
          ...balances.map(
            ({ currency, balance }) =>
              [`Wallets in ${currency}`, <Money key={currency} amount={balance} currency={currency} />] as const,
          ),
        ]}
      />
    </Card>
  );
}
