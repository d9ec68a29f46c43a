import { Card } from "#components/ui/card.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import { May } from "../operator-context.tsx";
import { RemoveRule } from "./remove-rule.tsx";
import type { Rule } from "./rule.ts";
import { RuleDialog } from "./rule-dialog.tsx";

/** What a rule is for, in words; the most specific part first. */
export function targetOf({ packageCode, countryCode, supplierCode, accountCode }: Rule): string {
  const parts = [
    packageCode,
    countryCode && `country ${countryCode}`,
    supplierCode && `supplier ${supplierName(supplierCode)}`,
  ];
  const said = parts.filter(Boolean).join(", ");
  return said || (accountCode ? "Everything this account buys" : "Everything else");
}

const percent = (value: string) => <Decimal value={value} most={4} unit="%" />;

const COLUMNS: Column<Rule>[] = [
  { header: "For", main: true, cell: (rule) => <span className="break-words">{targetOf(rule)}</span> },
  { header: "Markup", align: "end", cell: ({ markupPercent }) => percent(markupPercent) },
  { header: "Retail markup", align: "end", cell: ({ retailMarkupPercent }) => percent(retailMarkupPercent) },
  { header: "Changed", cell: ({ changedAt }) => <Time at={changedAt} /> },
  {
    header: "Actions",
    quiet: true,
    cell: (rule) => (
      <May act="prices:manage">
        <div className="flex justify-end gap-1 max-sm:w-full">
          <RuleDialog rule={rule} accountCode={rule.accountCode ?? ""} />
          {targetOf(rule) !== "Everything else" && <RemoveRule id={rule.id} name={targetOf(rule)} />}
        </div>
      </May>
    ),
  },
];

type RuleListProps = { rules: Rule[]; account?: { code: string; companyName: string } };

/** Rules of an account, or those for everybody. The most specific one that matches a package wins. */
export function RuleList({ rules, account }: RuleListProps) {
  return (
    <Card
      title={account ? `Prices for ${account.companyName}` : "General rules"}
      lead="The most specific rule wins: package, then country, then supplier; an account's own rule wins over a general one. Every change needs two people."
      action={
        <May act="prices:manage">
          <RuleDialog accountCode={account?.code ?? ""} />
        </May>
      }
    >
      {rules.length === 0 ? (
        <EmptyState title="This account has no rules of its own.">The general rules apply.</EmptyState>
      ) : (
        <Table label="Price rules" columns={COLUMNS} rows={rules} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
