import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { AccountTable } from "#components/operator/accounts/account-table.tsx";
import { choiceOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Accounts" };

const PATH = "/operator/accounts";
const SHOWN = ["active", "closed", "hold"] as const;

export default async function AccountsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api, may } = await openOperator();
  const sent = await searchParams;
  const [search, shown] = [textOf(sent, "search"), choiceOf(sent, "shown", SHOWN)];
  const { items, nextCursor } = await api.accounts.list({
    search: search?.slice(0, 100),
    status: shown === "hold" ? undefined : shown,
    onHold: shown === "hold" || undefined,
    before: cursorOf(sent),
  });
  const filtered = search !== undefined || shown !== undefined;
  const open = (
    <ButtonLink variant="primary" href={`${PATH}/new`}>
      <Plus aria-hidden /> Open an account
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Accounts" action={may("accounts:manage") && open}>
        Every reseller, with balance and spending limit.
      </PageHeader>
      <FilterBar path={PATH} filtered={filtered}>
        <SearchFilter label="Company, code or e-mail" value={search} />
        <ChoiceFilter
          label="Status"
          name="shown"
          value={shown}
          options={[
            { value: "", label: "All accounts" },
            { value: "active", label: "Active" },
            { value: "closed", label: "Closed" },
            { value: "hold", label: "Credit on hold" },
          ]}
        />
      </FilterBar>
      {items.length === 0 ? (
        <EmptyState title={filtered ? "No account matches these filters." : "There is no account yet."}>
          {filtered ? "Try a shorter part of the name, or all accounts." : "Open the first reseller's account."}
        </EmptyState>
      ) : (
        <>
          <AccountTable accounts={items} />
          <PageLinks path={PATH} search={{ search, shown }} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
