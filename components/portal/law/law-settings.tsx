"use client";
import { useQuery } from "@tanstack/react-query";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { MissingCard } from "./missing.tsx";
import { SellerForm } from "./seller-form.tsx";
import { VatForm } from "./vat-form.tsx";

/** Who sells, what is charged as VAT, and what the shop lacks. */
export function LawSettings() {
  const { may } = usePortal();
  const api = useApi();
  const query = useQuery(api.law.get.queryOptions());
  const { data: countries = [] } = useQuery(
    api.law.countries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const changeable = may("brand:manage");
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(law) => (
        <div className="grid gap-6 *:min-w-0">
          {!changeable && (
            <p className="text-[13px] text-ink-soft">Owners and admins can change who sells and what is charged.</p>
          )}
          <MissingCard missing={law.missing} />
          <SellerForm law={law} countries={countries} changeable={changeable} />
          <VatForm key={String(law.vat.confirmed?.at)} law={law} countries={countries} changeable={changeable} />
        </div>
      )}
    </QueryState>
  );
}
