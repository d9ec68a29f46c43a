"use client";
import { useQueries } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { AmountPlaces, Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TableSkeleton } from "#components/ui/skeleton.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import { commonPlaces } from "#server/kernel/amount-places.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import { comparedPackages, MOST_COMPARED } from "./catalog-search.ts";
import { DataAmount } from "./data-amount.tsx";
import { daysInWords, percentInWords, STARTS, yesOrNo } from "./in-words.ts";

type Package = Outputs["catalog"]["get"];
type Line = {
  name: string;
  cell(item: Package, locale: string): ReactNode;
  /** The amount in it: those of a line are written with the same number of places. */
  amount?(item: Package): string | null;
  /** What is compared as a number, and what the best of it is called. */
  best?: { of(item: Package): number; words: string };
};

const money = (amount: string, { currency }: Package) => <Money amount={amount} currency={currency} />;
const countOf = (item: Package) => item.countries.length;

const networksOf = ({ operators }: Package): string => {
  const names = [...new Set(operators.map(({ name }) => name))];
  return names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
};

const LINES: Line[] = [
  {
    name: "Your price",
    amount: ({ price }) => price,
    cell: (item) => money(item.price, item),
    best: { of: ({ price }) => Number(price), words: "Lowest" },
  },
  {
    name: "Price per GB",
    amount: ({ pricePerGb }) => pricePerGb,
    cell: (item) => (item.pricePerGb ? money(item.pricePerGb, item) : "–"),
    best: { of: ({ pricePerGb }) => Number(pricePerGb ?? Number.POSITIVE_INFINITY), words: "Lowest" },
  },
  { name: "Recommended retail price", cell: (item) => money(item.retail, item) },
  { name: "Margin of retail", cell: ({ marginPercent }, locale) => percentInWords(marginPercent, locale) },
  { name: "Data", cell: (item) => <DataAmount {...item} /> },
  { name: "Validity", cell: ({ days }) => daysInWords(days) },
  { name: "Validity starts", cell: ({ activation }) => STARTS[activation] },
  { name: "Install within", cell: ({ validityDays }) => daysInWords(validityDays) },
  { name: "Countries", cell: (item) => countOf(item), best: { of: (item) => -countOf(item), words: "Most" } },
  { name: "Networks", cell: (item) => networksOf(item) || "Not stated" },
  { name: "Standard", cell: ({ networkType }) => networkType || "Not stated" },
  { name: "Speed", cell: ({ speed }) => speed || "Not stated" },
  { name: "Hotspot", cell: ({ hotspot }) => yesOrNo(hotspot) },
  { name: "Top-up", cell: ({ topup }) => yesOrNo(topup) },
  { name: "Supplier", cell: ({ supplier }) => supplierName(supplier) },
];

/** Up to four packages side by side, as the address names them. */
export function PackageComparison() {
  const { href, may } = usePortal();
  const api = useApi();
  const [named, setNamed] = useQueryState("compare", comparedPackages);
  const packageIds = [...new Set(named)].slice(0, MOST_COMPARED);
  const found = useQueries({ queries: packageIds.map((packageId) => api.catalog.get.queryOptions(packageId)) });
  const remove = (packageId: string) => void setNamed(named.filter((each) => each !== packageId));
  const back = `/catalog${packageIds.length > 0 ? `?${new URLSearchParams({ compare: packageIds.join() })}` : ""}`;
  const items = found.flatMap(({ data }) => (data ? [data] : []));
  return (
    <>
      <PageHeader
        title="Compare packages"
        action={packageIds.length < MOST_COMPARED && <ButtonLink href={href(back)}>Add from the catalogue</ButtonLink>}
      >
        Up to four packages side by side. The address of this page keeps the choice.
      </PageHeader>
      {found.map(({ error }, i) =>
        error ? (
          <p key={packageIds[i]} role="alert" className="text-[13px] text-bad">
            {refusalOf(error).message}
          </p>
        ) : null,
      )}
      {packageIds.length === 0 ? (
        <EmptyState
          title="No package is chosen."
          action={
            <ButtonLink variant="primary" href={href("/catalog")}>
              Open the catalogue
            </ButtonLink>
          }
        >
          Select packages in the catalogue, then compare them.
        </EmptyState>
      ) : items.length === 0 && found.some(({ isPending }) => isPending) ? (
        <TableSkeleton />
      ) : (
        <Comparison items={items} onRemove={remove} orderHref={may("orders:place") ? orderHrefOf(href) : undefined} />
      )}
    </>
  );
}

const orderHrefOf = (href: (path: string) => string) => (packageId: string) =>
  href(`/orders/new?package=${encodeURIComponent(packageId)}`);

type ComparisonProps = {
  items: Package[];
  onRemove(packageId: string): void;
  /** Where one is ordered, for whoever may. */
  orderHref?: (packageId: string) => string;
};

function Comparison({ items, onRemove, orderHref }: ComparisonProps) {
  const { href } = usePortal();
  const locale = useLocale();
  const nameLooks =
    "sticky left-0 z-10 w-28 bg-raised px-3 py-2 text-left align-top font-normal text-ink-soft sm:w-48 sm:px-4";
  return (
    <section
      aria-label="Comparison: table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-raised"
    >
      <table className="w-full border-collapse text-[13px]">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={nameLooks}>
              <span className="sr-only">Fact</span>
            </th>
            {items.map(({ packageId, name }) => (
              <th key={packageId} scope="col" className="min-w-44 px-3 py-2 text-left align-top font-normal">
                <span className="flex items-start justify-between gap-2">
                  <Link
                    href={href(`/catalog/${encodeURIComponent(packageId)}`)}
                    prefetch={false}
                    className="min-h-6 break-words font-medium leading-6 hover:underline"
                  >
                    {name}
                  </Link>
                  <Button
                    variant="quiet"
                    size="smallIcon"
                    aria-label={`Remove ${packageId}`}
                    onClick={() => onRemove(packageId)}
                  >
                    <X aria-hidden />
                  </Button>
                </span>
                <span className="inline-flex items-center gap-1 font-mono text-ink-soft text-xs">
                  <span className="break-all">{packageId}</span>
                  <CopyButton text={packageId} what="package id" />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LINES.map(({ name, cell, amount, best }) => {
            const values = best && items.map(best.of);
            const top = values && Math.min(...values);
            const isTold = values && values.filter((value) => value === top).length < values.length;
            return (
              <tr key={name} className="border-line border-b">
                <th scope="row" className={nameLooks}>
                  {name}
                </th>
                {items.map((item, i) => (
                  <td key={item.packageId} className="px-3 py-2 align-top tabular-nums">
                    <AmountPlaces places={commonPlaces(items.map((each) => amount?.(each) ?? null))}>
                      {cell(item, locale)}
                    </AmountPlaces>
                    {isTold && values[i] === top && (
                      <span className="ml-2 rounded-full bg-good-soft px-1.5 py-0.5 font-medium text-good text-xs">
                        {best!.words}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {orderHref && (
            <tr>
              <th scope="row" className={nameLooks}>
                <span className="sr-only">Order</span>
              </th>
              {items.map(({ packageId }) => (
                <td key={packageId} className="px-3 py-2">
                  <ButtonLink href={orderHref(packageId)} aria-label={`Order ${packageId}`}>
                    Order
                  </ButtonLink>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
