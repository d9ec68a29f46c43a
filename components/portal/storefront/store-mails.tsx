"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { NO_FILTERS } from "../search-params.ts";
import { useListSearch } from "../use-list-search.ts";
import { MailTable } from "./mail-table.tsx";

/** The outbox: every mail that went out in the brand's name, with its words for as long as they are kept. */
export function StoreMails() {
  const { href } = usePortal();
  const list = useListSearch(NO_FILTERS);
  const query = useQuery(
    useApi().storefront.mails.queryOptions(list.input, {
      placeholderData: keepPreviousData,
      refetchInterval: 30_000,
    }),
  );
  return (
    <>
      <ButtonLink href={href("/storefront/mails/words")} className="justify-self-start">
        Words of mails
      </ButtonLink>
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title="No e-mails yet.">
              Confirmations, deliveries with QR codes, warnings and refunds appear here as travellers get them.
            </EmptyState>
          ) : (
            <>
              <MailTable mails={items} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
    </>
  );
}
