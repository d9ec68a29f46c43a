import type { Metadata } from "next";
import { cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { EsimTable } from "#components/operator/search/record-tables.tsx";
import { ESIM_STATES } from "#components/portal/esims/esim-status.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { allEsimsFilter } from "#server/domain/selling/esims/all-esims-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "eSIMs" };

const PATH = "/operator/esims";

export default async function EsimsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api } = await openOperator();
  const sent = await searchParams;
  const texts = textsOf(allEsimsFilter, sent);
  const { items, nextCursor } = await api.search.esims({ ...texts, before: cursorOf(sent) });
  return (
    <>
      <PageHeader title="eSIMs">
        Of every reseller, newest first. One that you know something of is found faster above.
      </PageHeader>
      <FilterBar path={PATH} filters={allEsimsFilter} texts={texts} options={{ status: optionsOf(ESIM_STATES) }} />
      {items.length === 0 ? (
        <EmptyState title="No eSIM matches these filters.">Try all statuses, or both environments.</EmptyState>
      ) : (
        <>
          <EsimTable esims={items} />
          <PageLinks path={PATH} search={texts} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
