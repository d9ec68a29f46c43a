import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { RemoveRule } from "./remove-rule.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

export type Rule = Outputs["operator"]["pricing"]["rules"][number];

/** What a rule is for, in words; the most specific part first. */
export function targetOf({ packageCode, countryCode, supplierCode, accountCode }: Rule): string {
  const parts = [packageCode, countryCode && `country ${countryCode}`, supplierCode && `supplier ${supplierCode}`];
  const said = parts.filter(Boolean).join(", ");
  return said || (accountCode ? "Everything this account buys" : "Everything, where no other rule holds");
}

const percent = (value: string) => `${value.replace(/\.?0+$/, "")} %`;

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
          {targetOf(rule) !== "Everything, where no other rule holds" && (
            <RemoveRule id={rule.id} name={targetOf(rule)} />
          )}
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
      title={account ? `Prices for ${account.companyName}` : "Rules for everybody"}
      lead="A package before a country before a supplier; an account's own rule before a general one of the same kind. Every change takes two people."
      action={
        <May act="prices:manage">
          <RuleDialog accountCode={account?.code ?? ""} />
        </May>
      }
    >
      {rules.length === 0 ? (
        <EmptyState title="This account has no rules of its own.">The rules for everybody hold.</EmptyState>
      ) : (
        <Table label="Price rules" columns={COLUMNS} rows={rules} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
