import type { Metadata } from "next";
import { readPageFrame } from "#app/page-frame.ts";
import { AuditRuns } from "#components/operator/health/audit-runs.tsx";
import { Checkpoints } from "#components/operator/health/checkpoints.tsx";
import { Partitions } from "#components/operator/health/partitions.tsx";
import { Reconciliation } from "#components/operator/health/reconciliation.tsx";
import { Figure } from "#components/portal/overview/figure.tsx";
import { TrafficCard } from "#components/portal/overview/traffic-card.tsx";
import { Card } from "#components/ui/card.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Health" };

export default async function HealthPage() {
  const [{ api }, { locale }] = await Promise.all([openOperator(), readPageFrame()]);
  const [{ jobs, webhooks, traffic, audits, checks, checkpoints, partitions }, { runs, differences }] =
    await Promise.all([api.health.get(), api.reconciliation.get()]);
  const requests = traffic.reduce((sum, hour) => sum + hour.requests, 0);
  const errors = traffic.reduce((sum, hour) => sum + hour.errors, 0);
  return (
    <>
      <PageHeader title="Health">
        Jobs, webhooks, requests and the books. The same numbers for Prometheus are under{" "}
        <a href="/metrics" className="text-accent underline">
          /metrics
        </a>
        .
      </PageHeader>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure name="Jobs waiting" value={jobs.waiting}>
          {jobs.oldestAt ? (
            <>
              The oldest since <Time at={jobs.oldestAt} />
            </>
          ) : (
            `None is late, ${jobs.planned} planned`
          )}
        </Figure>
        <Figure name="Jobs failed" value={jobs.failed}>
          {jobs.running} running
        </Figure>
        <Figure name="Webhooks due" value={webhooks.due}>
          {webhooks.retrying} wait for another attempt, {webhooks.failingEndpoints} endpoints fail
        </Figure>
        <Figure
          name="Error rate, 24 hours"
          value={requests === 0 ? "–" : <Decimal value={(errors / requests) * 100} places={1} unit="%" />}
        >
          {errors.toLocaleString(locale)} of {requests.toLocaleString(locale)} requests refused or failed
        </Figure>
      </div>
      <AuditRuns runs={audits} checks={checks} />
      <Reconciliation runs={runs} checks={checks} differences={differences} />
      <Checkpoints checkpoints={checkpoints} />
      <Partitions partitions={partitions} locale={locale} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TrafficCard traffic={traffic} aside="All accounts and both environments." />
        <Card title="Jobs by kind" lead="Waiting in the outbox or in the job engine.">
          {jobs.byJob.length === 0 ? (
            <EmptyState title="No job is waiting or running.">Finished jobs are not listed.</EmptyState>
          ) : (
            <Table
              label="Kinds of jobs"
              rows={jobs.byJob}
              keyOf={({ job }) => job}
              columns={[
                {
                  header: "Job",
                  main: true,
                  cell: ({ job, lastError }) => (
                    <span className="grid">
                      {job}
                      {lastError && <span className="break-words font-normal text-bad text-xs">{lastError}</span>}
                    </span>
                  ),
                },
                { header: "Waiting", align: "end", cell: ({ waiting }) => waiting },
                { header: "Running", align: "end", cell: ({ running }) => running },
                { header: "Failed", align: "end", cell: ({ failed }) => failed },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  );
}
