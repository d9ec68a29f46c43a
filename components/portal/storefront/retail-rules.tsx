"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { MarginRange } from "./margins.tsx";
import { ENDING_WORDS, RuleForm } from "./rule-form.tsx";

type Rules = Outputs["storefront"]["retailRules"];
type Row = Omit<Rules["rules"][number], "markupPercent" | "ending"> &
  ({ own: true; markup: string; ending: string } | { own: false; markup: null; ending: null });

const inWords = (rule: Pick<Row, "countryCode" | "packageId">, everything: string): string => {
  if (rule.packageId) return rule.packageId;
  return rule.countryCode
    ? (new Intl.DisplayNames(["en"], { type: "region" }).of(rule.countryCode) ?? rule.countryCode)
    : everything;
};

/** What travellers pay, rule by rule, with the margin that each leaves. */
export function RetailRules() {
  const { may } = usePortal();
  const query = useQuery(useApi().storefront.retailRules.queryOptions());
  const changeable = may("brand:manage");
  return (
    <QueryState query={query}>
      {({ rules, recommended, vatIncluded }) => (
        <>
          <Table
            label="Retail price rules"
            columns={columns(changeable)}
            rows={[
              ...rules.map(
                ({ markupPercent, ending, ...rule }): Row => ({
                  ...rule,
                  own: true,
                  markup: markupPercent,
                  ending: ENDING_WORDS[ending],
                }),
              ),
              { own: false, countryCode: null, packageId: null, markup: null, ending: null, margins: recommended },
            ]}
            keyOf={({ own, countryCode, packageId }) => `${own} ${countryCode} ${packageId}`}
          />
          {changeable && <RuleForm vatIncluded={vatIncluded} />}
        </>
      )}
    </QueryState>
  );
}

const columns = (changeable: boolean): Column<Row>[] => [
  {
    header: "For",
    main: true,
    cell: (row) =>
      row.own ? (
        <span className={row.packageId ? "break-all font-mono text-xs" : ""}>{inWords(row, "Everything")}</span>
      ) : (
        <span className="text-ink-soft">Without a rule</span>
      ),
  },
  {
    header: "Travellers pay",
    cell: ({ markup }) =>
      markup === null ? (
        "The recommended price"
      ) : (
        <>
          Your price {Number(markup) < 0 ? "−" : "+"} <Decimal value={abs(markup)} most={4} unit="%" />
        </>
      ),
  },
  { header: "Rounding", cell: ({ ending }) => ending ?? "Up to the cent" },
  { header: "Packages", align: "end", cell: ({ margins }) => <Count n={margins.packages} /> },
  { header: "Margin", align: "end", cell: ({ margins }) => <MarginRange margins={margins} /> },
  ...(changeable
    ? [{ header: "Actions", quiet: true, align: "end", cell: (row) => row.own && <Remove rule={row} /> } as Column<Row>]
    : []),
];

const abs = (percent: string) => percent.replace("-", "");

function Remove({ rule }: { rule: Row }) {
  const api = useApi();
  const cache = useQueryClient();
  const remove = useMutation(
    api.storefront.removeRetailRule.mutationOptions({
      onSuccess: () => {
        toast("The rule is removed", "The next one counts, or the recommended price.");
        void cache.invalidateQueries(api.storefront.pathFilter());
      },
      onError: (error) => toast("It could not be removed", refusalOf(error).message),
    }),
  );
  return (
    <Button
      size="small"
      variant="quiet"
      className="font-sans"
      busy={remove.isPending}
      aria-label={`Remove the rule for ${inWords(rule, "everything")}`}
      onClick={() =>
        remove.mutate({ countryCode: rule.countryCode ?? undefined, packageId: rule.packageId ?? undefined })
      }
    >
      Remove
    </Button>
  );
}
