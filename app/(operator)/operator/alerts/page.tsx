import type { Metadata } from "next";
import { AlertList } from "#components/operator/alerts/alert-list.tsx";
import { AlertSettings } from "#components/operator/alerts/alert-settings.tsx";
import { ClosedAlerts } from "#components/operator/alerts/closed-alerts.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage() {
  const { api, may } = await openOperator();
  const [{ open, closed }, settings] = await Promise.all([api.alerts.list(), api.alerts.settings()]);
  return (
    <>
      <PageHeader title="Alerts">
        What people are called for. An alert closes by itself when all is well again, and whoever was told hears of it.
      </PageHeader>
      {open.length === 0 ? (
        <EmptyState title="No alert is open.">The overview shows how the service is doing.</EmptyState>
      ) : (
        <AlertList alerts={open} />
      )}
      {may("alerts:manage") && <AlertSettings {...settings} />}
      <section aria-labelledby="over" className="grid gap-3">
        <h2 id="over" className="font-semibold text-sm">
          Closed
        </h2>
        <ClosedAlerts alerts={closed} />
      </section>
    </>
  );
}
