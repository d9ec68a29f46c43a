"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { AlertList } from "../alerts/alert-list.tsx";
import { ReadAt } from "./read-at.tsx";
import { ServiceFacts } from "./service-facts.tsx";
import { SupplierPulse } from "./supplier-pulse.tsx";
import { UnsettledTable } from "./unsettled-table.tsx";

const POLL_MS = 10_000;

/** The service at this moment: read anew every ten seconds while somebody looks, and saying when that was. */
export function Board({ initial }: { initial: Outputs["operator"]["board"] }) {
  const { data, error } = useQuery(
    useApi().operator.board.queryOptions(undefined, {
      initialData: initial,
      initialDataUpdatedAt: initial.at.getTime(),
      refetchInterval: POLL_MS,
    }),
  );
  const names = new Map(data.suppliers.map(({ code, name }) => [code, name]));
  return (
    <section aria-labelledby="board" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="board" className="font-semibold text-base">
          Live
        </h2>
        <ReadAt at={data.at} everyMs={POLL_MS} />
      </div>
      {error && (
        <FormError message={`This is the last that could be read. ${refusalOf(error).message} The next try follows.`} />
      )}
      <AlertList alerts={data.alerts} />
      <UnsettledTable items={data.unsettled} stakes={data.stakes} names={names} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {data.suppliers.map((supplier) => (
          <SupplierPulse key={supplier.code} supplier={supplier} />
        ))}
      </div>
      <ServiceFacts board={data} />
    </section>
  );
}
