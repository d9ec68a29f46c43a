import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { SettleDifference } from "./settle-difference.tsx";
import { type Difference, FINDINGS, STATES } from "./words.ts";

const COLUMNS: Column<Difference>[] = [
  {
    header: "Difference",
    main: true,
    cell: ({ text, note, decidedBy }) => (
      <span className="grid max-w-xl gap-0.5">
        <span className="font-normal [overflow-wrap:anywhere] max-sm:whitespace-normal">
          <Sentence>{text}</Sentence>
        </span>
        {note && (
          <span className="font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">
            “{note}” {decidedBy}
          </span>
        )}
      </span>
    ),
  },
  { header: "Kind", cell: ({ finding }) => FINDINGS[finding] },
  {
    header: "They took more",
    align: "end",
    cell: ({ amount }) => (amount === null ? "–" : <Money amount={amount} currency="USD" signed />),
  },
  {
    header: "Account",
    wideOnly: true,
    cell: ({ accountCode, companyName }) =>
      accountCode && (
        <Link href={`/operator/accounts/${accountCode}`} prefetch={false} data-aside className="hover:underline">
          {companyName}
        </Link>
      ),
  },
  {
    header: "State",
    phone: "line",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    header: "Settle",
    quiet: true,
    cell: (difference) =>
      (difference.state === "open" || difference.state === "disputed") && <SettleDifference difference={difference} />,
  },
];

/** What differs: what is open first. */
export function DifferenceList({ differences }: { differences: Difference[] }) {
  return <Table label="Differences" rows={differences} keyOf={({ id }) => id} columns={COLUMNS} />;
}
