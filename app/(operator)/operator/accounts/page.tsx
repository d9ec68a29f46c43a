import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { AccountTable } from "#components/operator/accounts/account-table.tsx";
import { cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { accountFilter } from "#server/domain/reseller/accounts/account-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Accounts" };

const PATH = "/operator/accounts";

export default async function AccountsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api, may } = await openOperator();
  const sent = await searchParams;
  const texts = textsOf(accountFilter, sent);
  const { items, nextCursor } = await api.accounts.list({ ...texts, before: cursorOf(sent) });
  const filtered = Object.keys(texts).length > 0;
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
      <FilterBar path={PATH} filters={accountFilter} texts={texts} />
      {items.length === 0 ? (
        <EmptyState title={filtered ? "No account matches these filters." : "There is no account yet."}>
          {filtered ? "Try a shorter part of the name, or all accounts." : "Open the first reseller's account."}
        </EmptyState>
      ) : (
        <>
          <AccountTable accounts={items} />
          <PageLinks path={PATH} search={texts} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
