import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { AccountLink } from "../account-link.tsx";

type Account = Outputs["operator"]["accounts"]["list"]["items"][number];

const COLUMNS: Column<Account>[] = [
  {
    header: "Company",
    main: true,
    cell: ({ code, companyName, email }) => (
      <span className="grid">
        <AccountLink code={code} className="break-words">
          {companyName}
        </AccountLink>
        <span className="break-all font-normal text-ink-soft text-xs">{email}</span>
      </span>
    ),
  },
  { header: "Code", cell: ({ code }) => <span className="font-mono text-xs">{code}</span> },
  { header: "Status", cell: (account) => <AccountBadge {...account} /> },
  { header: "Plan", wideOnly: true, cell: ({ plan }) => <span className="capitalize">{plan}</span> },
  {
    header: "Wallet",
    align: "end",
    phone: "named",
    amount: ({ walletBalance }) => walletBalance,
    cell: ({ walletBalance, currency }) => <Money amount={walletBalance} currency={currency} />,
  },
  {
    header: "Can spend",
    align: "end",
    amount: (account) => account.spendable,
    cell: ({ spendable, currency }) => <Money amount={spendable} currency={currency} />,
  },
  { header: "Opened", wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function AccountBadge({ status, creditStatus }: { status: string; creditStatus: string }) {
  if (status === "closed") return <Badge tone="final">Closed</Badge>;
  if (creditStatus === "blocked") return <Badge tone="bad">Credit on hold</Badge>;
  return <Badge tone="good">Active</Badge>;
}

export function AccountTable({ accounts }: { accounts: Account[] }) {
  return <Table label="Accounts" columns={COLUMNS} rows={accounts} keyOf={({ code }) => code} />;
}
