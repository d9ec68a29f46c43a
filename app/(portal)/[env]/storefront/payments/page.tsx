import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { AutoTopupCard } from "#components/portal/storefront/auto-topup-card.tsx";
import { PaymentSetup } from "#components/portal/storefront/payment-setup.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Storefront payments" };

type PageProps = { params: Promise<{ env: string }> };

export default async function StorefrontPaymentsPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(
    trpc.storefront.state.queryOptions(),
    trpc.storefront.payments.queryOptions(),
    trpc.autoTopups.get.queryOptions(),
  );
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <PaymentSetup>
        <AutoTopupCard />
      </PaymentSetup>
    </Hydrated>
  );
}
