import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { AccountLink } from "../account-link.tsx";

type Case = Outputs["operator"]["signUps"]["list"][number];

const COLUMNS: Column<Case>[] = [
  {
    header: "Company",
    main: true,
    cell: ({ accountCode, companyName, askedBy }) => (
      <span className="grid">
        <AccountLink code={accountCode} className="break-words">
          {companyName}
        </AccountLink>
        <span className="break-all font-normal text-ink-soft text-xs">{askedBy}</span>
      </span>
    ),
  },
  { header: "What they sell", cell: ({ about }) => <span className="line-clamp-3 max-w-prose">{about}</span> },
  { header: "Currency", wideOnly: true, cell: ({ currency }) => currency },
  { header: "Asked", cell: ({ askedAt }) => <Time at={askedAt} /> },
];

export function CaseTable({ cases }: { cases: Case[] }) {
  return <Table label="Resellers who ask to go live" columns={COLUMNS} rows={cases} keyOf={({ id }) => id} />;
}
