"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Count } from "#components/ui/count.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SortedTable } from "../sorted-table.tsx";
import { lastDay } from "./days.ts";

const DiscountForm = dynamic(() => import("./discount-form.tsx").then((module) => module.DiscountForm));

type Code = Outputs["discounts"]["list"]["items"][number];

const STATES: Record<Code["state"], { tone: Tone; label: string }> = {
  open: { tone: "good", label: "Active" },
  early: { tone: "wait", label: "Not yet" },
  ended: { tone: "final", label: "Ended" },
  used_up: { tone: "final", label: "Used up" },
  stopped: { tone: "final", label: "Stopped" },
};

/** Every code of the shop with what it has sold; above, when it is asked for, the form of a new one. */
export function DiscountList() {
  const { may } = usePortal();
  const query = useQuery(useApi().discounts.list.queryOptions());
  const changeable = may("sales:offer");
  const [making, setMaking] = useState(false);
  const begin = changeable && !making && (
    <Button variant="primary" className="justify-self-start" onClick={() => setMaking(true)}>
      New discount code
    </Button>
  );
  return (
    <QueryState query={query}>
      {({ items, currency }) => (
        <>
          {items.length > 0 && begin && <div className="flex justify-end">{begin}</div>}
          {making && <DiscountForm currency={currency} onDone={() => setMaking(false)} />}
          {items.length > 0 ? (
            <SortedTable
              label="Discount codes"
              columns={columns(currency, changeable)}
              rows={items}
              keyOf={({ id }) => id}
            />
          ) : making ? null : (
            <EmptyState title="Your shop has no discount codes yet." action={begin}>
              {changeable
                ? "Travellers enter a code at the checkout, and the figures show what it sold."
                : "An owner or admin of the team can create them."}
            </EmptyState>
          )}
        </>
      )}
    </QueryState>
  );
}

const columns = (currency: string, changeable: boolean): Column<Code>[] => [
  {
    header: "Code",
    main: true,
    by: ({ code }) => code,
    cell: ({ code }) => (
      <span className="inline-flex items-center gap-1 font-mono text-xs">
        {code}
        <CopyButton text={code} what="discount code" />
      </span>
    ),
  },
  {
    header: "State",
    by: ({ state }) => STATES[state].label,
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    header: "Takes off",
    cell: ({ percentOff, amountOff, belowCost }) => (
      <>
        {percentOff ? (
          <Decimal value={percentOff} most={2} unit="%" />
        ) : (
          <Amount amount={amountOff!} currency={currency} />
        )}
        {belowCost && <span className="block text-ink-soft text-xs">also below cost</span>}
      </>
    ),
  },
  { header: "For", cell: (code) => <span className="[overflow-wrap:anywhere]">{planWords(code)}</span> },
  {
    header: "Period",
    wideOnly: true,
    by: ({ endsAt }) => endsAt,
    cell: ({ startsAt, endsAt }) => (
      <>
        {startsAt && (
          <>
            from <Time at={startsAt} exact />{" "}
          </>
        )}
        {endsAt ? (
          <>
            until <Time at={lastDay(endsAt)} exact />
          </>
        ) : (
          !startsAt && "Without an end"
        )}
      </>
    ),
  },
  {
    header: "Uses",
    align: "end",
    by: ({ uses }) => uses,
    cell: ({ uses, mostUses, oncePerPerson }) => (
      <span className="tabular-nums">
        <Count n={uses} />
        {mostUses !== null && (
          <>
            {" "}
            of <Count n={mostUses} />
          </>
        )}
        {oncePerPerson && <span className="block font-sans text-ink-soft text-xs">once each</span>}
      </span>
    ),
  },
  {
    header: "Given",
    align: "end",
    by: ({ given }) => Number(given),
    amount: ({ given }) => given,
    cell: ({ given }) => <Amount amount={given} currency={currency} />,
  },
  {
    header: "Revenue",
    align: "end",
    by: ({ paid }) => Number(paid),
    amount: ({ paid }) => paid,
    cell: ({ paid }) => <Amount amount={paid} currency={currency} />,
  },
  ...(changeable
    ? [{ header: "Actions", quiet: true, align: "end", cell: (code) => <Switch code={code} /> } as Column<Code>]
    : []),
];

const regionNames = new Intl.DisplayNames(["en"], { type: "region" });

function planWords({ destinations, packageCodes }: Code): string {
  const names = [
    ...destinations.map((code) => (/^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code)),
    ...packageCodes,
  ];
  if (names.length === 0) return "All plans";
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** A code that is stopped can be used by nobody; what was begun with it stays as it was. */
function Switch({ code: { id, code, active, state } }: { code: Code }) {
  const api = useApi();
  const cache = useQueryClient();
  const change = useMutation(
    api.discounts.change.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.discounts.pathFilter()),
      onError: (error) => toast("It could not be changed", refusalOf(error).message),
    }),
  );
  if (state === "ended") return null;
  return (
    <Button
      size="small"
      variant="quiet"
      className="font-sans"
      busy={change.isPending}
      aria-label={active ? `Stop ${code}` : `Resume ${code}`}
      onClick={() => change.mutate({ id, active: !active })}
    >
      {active ? "Stop" : "Resume"}
    </Button>
  );
}
