import { Fragment } from "react";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { AccountLink } from "../account-link.tsx";
import type { IncidentDetail } from "./words.ts";

type Account = IncidentDetail["affected"][number];

const COLUMNS: Column<Account>[] = [
  {
    header: "Account",
    main: true,
    cell: ({ code, companyName }) => (
      <AccountLink code={code} className="break-words">
        {companyName}
      </AccountLink>
    ),
  },
  { header: "Orders", align: "end", cell: ({ orders }) => <Count n={orders} /> },
  {
    header: "Which",
    phone: "named",
    cell: ({ refs, orders }) => (
      <span className="font-mono text-xs">
        {refs.map((ref, i) => (
          <Fragment key={ref}>
            {i > 0 && ", "}
            <span className="whitespace-nowrap">{ref}</span>
          </Fragment>
        ))}
        {orders > refs.length && ` and ${orders - refs.length} more`}
      </span>
    ),
  },
  {
    header: "At stake",
    align: "end",
    cell: ({ stakes }) => (
      <span className="grid">
        {stakes.map(({ amount, currency }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
      </span>
    ),
  },
  { header: "Failed requests", align: "end", wideOnly: true, cell: ({ requests }) => <Count n={requests} /> },
  { header: "Late webhooks", align: "end", wideOnly: true, cell: ({ webhooks }) => <Count n={webhooks} /> },
  { header: "Seen first", phone: "beside", cell: ({ firstAt }) => <Time at={firstAt} /> },
];

/** Whom it touches, worked out from what has no outcome, ended badly or failed; anew every minute while it is open. */
export function AffectedTable({ accounts, all }: { accounts: Account[]; all: number }) {
  if (accounts.length === 0)
    return <EmptyState title="No account is known to be affected.">Checked every minute.</EmptyState>;
  return (
    <>
      <Table label="Affected accounts" rows={accounts} keyOf={({ code }) => code} columns={COLUMNS} />
      {all > accounts.length && (
        <p className="text-[13px] text-ink-soft">
          The {accounts.length} with the most orders, of <Count n={all} />.
        </p>
      )}
    </>
  );
}
