"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { DownloadLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Select } from "#components/ui/select.tsx";

const MONTHS = 24;

/** The last months, the current one first, in UTC as the ledger has it. */
function lastMonths(now: Date, locale: string): { value: string; label: string }[] {
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const label = month.toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" });
    return { value: month.toISOString().slice(0, 7), label: back === 0 ? `${label}, so far` : label };
  });
}

/** A month of the ledger as a document for the books. */
export function StatementCard({ today }: { today: string }) {
  const locale = useLocale();
  const months = lastMonths(new Date(today), locale);
  const [month, setMonth] = useState(months[1]!.value);
  return (
    <Card title="Monthly statement" lead="Balance at the beginning and the end, sums by kind, and every movement.">
      <div className="flex flex-col gap-2 sm:flex-row">
        <Select label="Month" className="sm:w-52" value={month} options={months} onChange={setMonth} />
        <DownloadLink href={`/api/statements/${month}`}>
          <Download aria-hidden /> PDF
        </DownloadLink>
      </div>
    </Card>
  );
}
