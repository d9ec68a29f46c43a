import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";

type Books = Outputs["operator"]["books"]["trialBalance"];
type Line = Books["lines"][number];

const NAMES: Record<string, string> = {
  wallet: "Resellers' wallets",
  deferred: "Deferred: charged, not delivered yet",
  revenue: "Revenue",
  refunds: "Refunds of deliveries",
  cost: "Cost of goods",
  float: "Supplier",
  clearing: "Card clearing",
  bank: "Bank",
  goodwill: "Corrections and goodwill",
  "write-off": "Written off",
  fees: "Fees",
  fx: "Exchanged",
  suspense: "Suspense: no fact explains it",
};

const nameOf = ({ account }: Line): string => {
  const [kind, of] = account.split(":");
  const name = NAMES[kind!] ?? kind!;
  return of && kind !== "deferred" && kind !== "fx" ? `${name}, ${supplierName(of)}` : name;
};

const side = (amount: string, currency: string) =>
  Number(amount) === 0 ? "" : <Money amount={amount} currency={currency} />;

const COLUMNS: Column<Line>[] = [
  { header: "Account", main: true, cell: (line) => <span className="break-words">{nameOf(line)}</span> },
  { header: "Kind", cell: ({ kind }) => <span className="text-ink-soft capitalize">{kind}</span>, wideOnly: true },
  { header: "Debit", align: "end", amount: ({ debit }) => debit, cell: ({ debit, currency }) => side(debit, currency) },
  {
    header: "Credit",
    align: "end",
    amount: ({ credit }) => credit,
    cell: ({ credit, currency }) => side(credit, currency),
  },
];

/** The accounts of a currency, and the sums of both sides. */
export function TrialBalance({ lines, total }: { lines: Line[]; total: Books["totals"][number] }) {
  const { currency, debit, credit } = total;
  const balances = debit === credit;
  return (
    <Card
      title={currency}
      action={<Badge tone={balances ? "good" : "bad"}>{balances ? "Balances" : "Does not balance"}</Badge>}
      lead={
        <>
          Debit <Money amount={debit} currency={currency} />, credit <Money amount={credit} currency={currency} />
        </>
      }
    >
      <Table label={`Trial balance in ${currency}`} columns={COLUMNS} rows={lines} keyOf={({ account }) => account} />
    </Card>
  );
}
