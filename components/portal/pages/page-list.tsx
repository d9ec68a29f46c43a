"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { LEGAL_TITLES, type LegalName } from "./page-names.ts";

type List = Outputs["pages"]["list"];
type Line = List["items"][number];

/** The legal texts that a shop is asked for, each written, linked or missing; then every other page of its own. */
export function PageList() {
  const { may, href } = usePortal();
  const query = useQuery(useApi().pages.list.queryOptions());
  const changeable = may("brand:manage");
  const begin = changeable && (
    <ButtonLink variant="primary" href={href("/storefront/pages/new")} className="justify-self-start">
      New page
    </ButtonLink>
  );
  return (
    <QueryState query={query}>
      {(list) => {
        const own = list.items.filter(({ name }) => !isLegal(list, name));
        return (
          <>
            <Card
              title="Legal texts"
              lead="Linked at the end of every page of the shop, and terms and privacy beside the box that travellers tick."
            >
              <ul className="grid divide-y divide-line">
                {list.legal.map((name) => (
                  <LegalLine key={name} name={name} list={list} changeable={changeable} />
                ))}
              </ul>
            </Card>
            <section aria-labelledby="own-pages" className="grid gap-3 *:min-w-0">
              <h2 id="own-pages" className="font-semibold text-sm">
                Pages of your own
              </h2>
              {own.length > 0 ? (
                <>
                  <Table
                    label="Pages of your own"
                    columns={columns(href, changeable)}
                    rows={own}
                    keyOf={({ name }) => name}
                  />
                  {begin}
                </>
              ) : (
                <EmptyState title="Your shop has no page of its own yet." action={begin}>
                  {changeable
                    ? "About you, how to reach you, what travellers ask: what you write is linked at the end of every page."
                    : "An owner or admin of the team can write them."}
                </EmptyState>
              )}
            </section>
          </>
        );
      }}
    </QueryState>
  );
}

const isLegal = ({ legal }: List, name: string) => (legal as readonly string[]).includes(name);

function LegalLine({ name, list, changeable }: { name: LegalName; list: List; changeable: boolean }) {
  const { href } = usePortal();
  const page = list.items.find((item) => item.name === name);
  const link = name === "terms" || name === "privacy" ? list.elsewhere[name] : null;
  const { title, lead } = LEGAL_TITLES[name];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-[13px]">{title}</p>
        <p className="wrap-anywhere text-[13px] text-ink-soft">
          {page ? (
            <>
              In {languagesOf(page)}, changed <Time at={page.updatedAt} /> by {page.editedBy}
            </>
          ) : link ? (
            <>
              On {link} (
              <Link href={href("/brand")} className="text-accent underline underline-offset-2">
                Brand
              </Link>
              )
            </>
          ) : (
            lead
          )}
        </p>
      </div>
      <Standing page={page} isLinked={link !== null} />
      {changeable && (
        <ButtonLink
          size="small"
          href={href(page ? `/storefront/pages/${name}/edit` : `/storefront/pages/new?name=${name}`)}
          aria-label={`${page ? "Edit" : "Write"}: ${title}`}
        >
          {page ? "Edit" : "Write"}
        </ButtonLink>
      )}
    </li>
  );
}

function Standing({ page, isLinked = false }: { page: Line | undefined; isLinked?: boolean }) {
  if (page?.isShown) return <Badge tone="good">{page.isOwn ? "Shown" : "Shown, from live"}</Badge>;
  if (page) return <Badge tone="wait">{page.isOwn ? "Hidden" : "Hidden, from live"}</Badge>;
  return isLinked ? <Badge tone="good">Linked</Badge> : <Badge tone="final">Not written</Badge>;
}

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });
const languagesOf = ({ languages }: Line) => languages.map((language) => NAMES.of(language)).join(", ");

const columns = (href: (path: string) => string, changeable: boolean): Column<Line>[] => [
  {
    header: "Page",
    main: true,
    cell: ({ name, title }) =>
      changeable ? (
        <Link
          href={href(`/storefront/pages/${name}/edit`)}
          className="wrap-anywhere font-medium text-accent hover:underline"
        >
          {title}
        </Link>
      ) : (
        title
      ),
  },
  { header: "State", cell: (page) => <Standing page={page} /> },
  { header: "Address", cell: ({ name }) => <code className="wrap-anywhere font-mono text-xs">/info/{name}</code> },
  { header: "Languages", wideOnly: true, cell: languagesOf },
  {
    header: "Changed",
    cell: ({ updatedAt, editedBy }) => (
      <>
        <Time at={updatedAt} /> <span className="wrap-anywhere text-ink-soft">by {editedBy}</span>
      </>
    ),
  },
];
