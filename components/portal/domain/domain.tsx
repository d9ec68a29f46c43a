"use client";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#components/ui/card.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { DomainCard } from "./domain-card.tsx";
import { SenderCard } from "./sender-card.tsx";

/** What is entered at the reseller's DNS provider: where the shop is reached, and who its mails come from. */
export function Domain() {
  const { environment } = usePortal();
  if (environment === "live") return <Cards />;
  return (
    <Card title="The test shop has our address">
      <p className="text-[13px] text-ink-soft">
        A domain and a sender of your own are for travellers, so they are set up in the live environment.
      </p>
    </Card>
  );
}

function Cards() {
  const query = useQuery(useApi().brand.get.queryOptions());
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(brand) => (
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <DomainCard brand={brand} />
          <SenderCard />
        </div>
      )}
    </QueryState>
  );
}
