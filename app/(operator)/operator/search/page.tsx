import type { Metadata } from "next";
import { type Search, textOf } from "#components/operator/address.ts";
import { HitTable } from "#components/operator/search/hit-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Search" };

const MOST = 120;

export default async function SearchPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api } = await openOperator();
  const q = (textOf(await searchParams, "q") ?? "").trim().slice(0, MOST);
  const isLongEnough = q.length >= 2;
  const hits = isLongEnough ? await api.search.find(q) : [];
  return (
    <>
      <PageHeader title="Search">
        Accounts and people by name or e-mail; travellers by e-mail; orders, sales, payments, fundings, ledger entries,
        requests, events and keys by their numbers; eSIMs by ICCID or how it ends, EID and IMSI.
      </PageHeader>
      <form action="/operator/search" className="flex flex-wrap items-end gap-3">
        <Field label="What you were told" className="min-w-0 flex-1 basis-64 sm:max-w-md">
          <Input type="search" name="q" defaultValue={q} maxLength={MOST} autoComplete="off" />
        </Field>
        <Button type="submit">Find</Button>
      </form>
      {hits.length > 0 && <HitTable hits={hits} />}
      {hits.length === 0 && (
        <EmptyState title={isLongEnough ? `Nothing is called “${q}”.` : "Enter two characters at least."}>
          {isLongEnough
            ? "Names are found by any part, e-mail addresses of travellers and client references by how they begin, everything else by the whole of it."
            : "Any number that a reseller or a traveller reads to you."}
        </EmptyState>
      )}
    </>
  );
}
