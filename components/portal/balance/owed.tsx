"use client";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { useApi } from "../api.tsx";
import { OwedList } from "./owed-list.tsx";
import { useCurrency } from "./use-currency.ts";

/** What of the credit line is used, and by when it has to be paid; nothing while nothing is owed. */
export function Owed() {
  const currency = useCurrency();
  const owed = useQuery(useApi().balance.owed.queryOptions()).data;
  if (!owed || owed.dues.length === 0) return null;
  const { amount, overdue, paymentTermsDays, dues } = owed;
  const terms =
    paymentTermsDays > 0
      ? `What is charged on a day (UTC) is due ${paymentTermsDays} days later.`
      : "No payment terms are agreed, so nothing has a due date.";
  return (
    <Card
      title="Owed"
      lead={`${terms} Money that comes in pays the oldest charges first.`}
      action={Number(overdue) > 0 && <Badge tone="bad">Overdue</Badge>}
    >
      <p className="mb-2">
        <span className="font-semibold text-base">
          <Money amount={amount} currency={currency} />
        </span>
        {Number(overdue) > 0 && (
          <span className="ml-2 text-[13px] text-bad">
            <Money amount={overdue} currency={currency} /> of it overdue
          </span>
        )}
      </p>
      <OwedList dues={dues} currency={currency} />
    </Card>
  );
}
