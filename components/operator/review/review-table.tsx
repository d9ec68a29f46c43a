import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ShortAccountLink } from "../account-link.tsx";

type Review = Outputs["operator"]["reviews"]["list"]["reviews"][number];

/** What it waits for, in words. */
export function ReviewBadge({
  waiting,
  deadline,
  askedBy,
}: {
  waiting: boolean;
  deadline: Date;
  askedBy?: string | null;
}) {
  if (askedBy) return <Badge tone="wait">Waiting for approval</Badge>;
  if (!waiting) return <Badge tone="neutral">Still searching</Badge>;
  return deadline.getTime() < Date.now() ? (
    <Badge tone="bad">Overdue</Badge>
  ) : (
    <Badge tone="wait">Needs a decision</Badge>
  );
}

const COLUMNS: Column<Review>[] = [
  {
    header: "Case",
    main: true,
    cell: ({ ref, kind, what }) => (
      <span className="grid">
        <Link href={`/operator/review/${ref}`} prefetch={false} className="font-mono text-xs hover:underline">
          {ref}
        </Link>
        <span className="max-w-56 truncate font-normal text-ink-soft text-xs">
          <span className="capitalize">{kind}</span>
          {what && `: ${what}`}
        </span>
      </span>
    ),
  },
  {
    header: "State",
    cell: ({ waiting, deadline, askedBy }) => <ReviewBadge waiting={waiting} deadline={deadline} askedBy={askedBy} />,
  },
  { header: "At", cell: ({ supplierName }) => supplierName },
  {
    header: "Account",
    cell: ({ accountCode, companyName }) =>
      accountCode ? <ShortAccountLink code={accountCode} companyName={companyName} className="max-w-44" /> : "None",
  },
  {
    header: "At stake",
    align: "end",
    phone: "beside",
    amount: ({ amount }) => amount,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { header: "Since", cell: ({ since }) => <Time at={since} /> },
  { header: "Deadline", cell: ({ deadline }) => <Time at={deadline} /> },
];

export function ReviewTable({ reviews }: { reviews: Review[] }) {
  return <Table label="Review queue" columns={COLUMNS} rows={reviews} keyOf={({ reference }) => reference} />;
}
