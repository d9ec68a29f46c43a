import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { isGoodDraft, newDraft } from "#components/portal/orders/draft.ts";
import { NewOrder } from "#components/portal/orders/new-order.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "New order" };

type PageProps = {
  params: Promise<{ env: string }>;
  searchParams: Promise<Partial<Record<"draft" | "package" | "quantity", string | string[]>>>;
};

export default async function NewOrderPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("orders:place")) return <NoPermission title="New order" role={viewer.role} />;
  const sent = await searchParams;
  const [draft, packageId, quantity] = [sent.draft, sent.package, sent.quantity].map((value) => [value].flat()[0]);
  if (!isGoodDraft(draft)) {
    const address = new URLSearchParams({ ...(packageId && { package: packageId }), ...(quantity && { quantity }) });
    redirect(`/${environment}/orders/new?${new URLSearchParams([["draft", newDraft()], ...address])}`);
  }
  const count = Number(quantity ?? 1);
  await prefetch(
    trpc.orders.placed.queryOptions({ draft }),
    ...(packageId ? [] : [trpc.orders.packages.queryOptions("")]),
    ...(packageId && Number.isInteger(count) && count >= 1 && count <= 50
      ? [trpc.orders.quote.queryOptions({ packageId, quantity: count })]
      : []),
  );
  return (
    <>
      <PageHeader title="New order">
        {environment === "test"
          ? "Free, delivered instantly with sandbox eSIMs."
          : "Charged to your wallet when you place it. Anything that cannot be delivered is refunded."}
      </PageHeader>
      <Hydrated state={hydration()}>
        <NewOrder key={draft} draft={draft} />
      </Hydrated>
    </>
  );
}
