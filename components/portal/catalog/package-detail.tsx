"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Breakable } from "#components/ui/breakable.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { MOST_COMPARED } from "./catalog-search.ts";
import { DataAmount } from "./data-amount.tsx";
import { daysInWords, percentInWords, STARTS, yesOrNo } from "./in-words.ts";
import { comparePath } from "./use-compared.tsx";

type Package = Outputs["catalog"]["get"];

export function PackageDetail({ packageId }: { packageId: string }) {
  const query = useQuery(useApi().catalog.get.queryOptions(packageId));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(item) => <Detail item={item} />}
    </QueryState>
  );
}

function Detail({ item }: { item: Package }) {
  const { href, may } = usePortal();
  return (
    <>
      <PageHeader
        title={item.name}
        action={
          may("orders:place") && (
            <ButtonLink variant="primary" href={href(`/orders/new?package=${encodeURIComponent(item.packageId)}`)}>
              Order
            </ButtonLink>
          )
        }
      >
        <span className="inline-flex items-center gap-1 font-mono text-xs">
          {item.packageId}
          <CopyButton text={item.packageId} what="package id" />
        </span>
      </PageHeader>
      {item.replaced && (
        <p role="status" className="rounded-lg border border-line bg-wait-soft p-4 text-[13px]">
          {item.replaced} is no longer on sale; this package took its place.
        </p>
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          {item.equal.length > 1 && <EqualPackages item={item} />}
          <Coverage item={item} />
          <Card title="Over the API" lead="The same facts and prices your programs get.">
            <CodeBlock label="Command">
              {`curl -sS $SVC_URL/packages/${encodeURIComponent(item.packageId)} -H "Authorization: Bearer $SVC_KEY"`}
            </CodeBlock>
          </Card>
        </div>
        <PackageFacts item={item} />
      </div>
    </>
  );
}

function PackageFacts({ item }: { item: Package }) {
  const locale = useLocale();
  const money = (amount: string) => <Money amount={amount} currency={item.currency} />;
  return (
    <div className="grid gap-6">
      <Card title="Price">
        <Facts
          facts={[
            ["Your price", money(item.price)],
            ["Recommended retail price", money(item.retail)],
            ["Margin", money(item.margin)],
            ["Margin of retail", percentInWords(item.marginPercent, locale)],
          ]}
        />
      </Card>
      <Card title="Facts">
        <Facts
          facts={[
            ["Data", <DataAmount key="data" {...item} />],
            ["Validity", daysInWords(item.days)],
            ["Validity starts", STARTS[item.activation]],
            ["Install within", daysInWords(item.validityDays)],
            ["Network", item.networkType],
            ["Speed", item.speed],
            ["Top-up", yesOrNo(item.topup)],
            ["Hotspot", yesOrNo(item.hotspot)],
            ["Supplier", supplierName(item.supplier)],
            ["Last changed", <Time key="changed" at={item.updatedAt} />],
          ]}
        />
      </Card>
    </div>
  );
}

type Equal = Package["equal"][number];

function EqualPackages({ item }: { item: Package }) {
  const { href } = usePortal();
  const locale = useLocale();
  const others = item.equal.filter(({ packageId }) => packageId !== item.packageId);
  const toCompare = [item, ...others].slice(0, MOST_COMPARED).map(({ packageId }) => packageId);
  const columns: Column<Equal>[] = [
    {
      header: "Package",
      main: true,
      cell: ({ packageId }) =>
        packageId === item.packageId ? (
          <span className="text-xs">
            <span className="font-mono">
              <Breakable text={packageId} />
            </span>{" "}
            (this one)
          </span>
        ) : (
          <Link
            href={href(`/catalog/${encodeURIComponent(packageId)}`)}
            prefetch={false}
            className="break-all font-mono text-xs hover:underline"
          >
            {packageId}
          </Link>
        ),
    },
    { header: "Supplier", cell: ({ supplier }) => supplierName(supplier) },
    ...(item.type === "local"
      ? []
      : [{ header: "Countries", align: "end", cell: ({ coverage }: Equal) => coverage } as const]),
    { header: "Top-up", phone: "named", cell: ({ topup }) => yesOrNo(topup) },
    {
      header: "Your price",
      align: "end",
      phone: "beside",
      amount: ({ price }) => price,
      cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
    },
    { header: "Margin", align: "end", cell: ({ marginPercent }) => percentInWords(marginPercent, locale) },
  ];
  return (
    <Card
      title="Equal packages"
      lead="Same destination, data and validity, on another network and at another price."
      action={
        <ButtonLink size="small" href={href(comparePath(toCompare))}>
          Compare
        </ButtonLink>
      }
    >
      <Table
        label="Packages of other suppliers"
        columns={columns}
        rows={item.equal}
        keyOf={({ packageId }) => packageId}
      />
    </Card>
  );
}

function Coverage({ item }: { item: Package }) {
  const networks = Map.groupBy(item.operators, ({ country }) => country);
  return (
    <Card title="Coverage" lead={`${item.countries.length} ${item.countries.length === 1 ? "country" : "countries"}`}>
      <ul className="grid gap-x-6 gap-y-1.5 text-[13px] sm:grid-cols-2">
        {item.countries.map(({ code, name }) => (
          <li key={code} className="flex items-baseline gap-2">
            <span className="rounded-[4px] bg-sunken px-1 font-mono text-xs">{code}</span>
            <span>
              {name}
              {networks.has(name) && (
                <span className="block text-ink-soft text-xs">
                  {networks
                    .get(name)!
                    .map((network) => network.name)
                    .join(", ")}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
