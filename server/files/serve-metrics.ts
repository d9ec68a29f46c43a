import type { NextRequest } from "next/server";
import { Gauge, Registry } from "prom-client";
import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import { measureSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { listBackupStates } from "#server/domain/control/backups/index.ts";
import { listConcerns, measureJobs, measureWebhooks } from "#server/domain/control/health/index.ts";
import { listAuditRuns } from "#server/domain/control/invariants/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { equalBytes, hmacSha256 } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";
import { createPortalContext } from "#server/trpc/context.ts";

/** `/metrics` for Prometheus: with the token of METRICS_TOKEN, or in the browser of an operator. */
export async function serveMetrics(request: NextRequest): Promise<Response> {
  if (!(await mayRead(request))) return new Response("Only for operators.\n", { status: 401 });
  const registry = await collect(systemContext({ kind: "job", name: "metrics" }));
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  return new Response(await registry.metrics(), { headers });
}

async function mayRead(request: NextRequest): Promise<boolean> {
  const { metricsToken } = env();
  const sent = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (sent !== undefined)
    return metricsToken !== undefined && equalBytes(hmacSha256("metrics", sent), hmacSha256("metrics", metricsToken));
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const { person } = await createPortalContext({ headers: request.headers, cookie, environment: null });
  return !!person?.operatorRole && person.secondFactorAt !== null;
}

type Sample = { labels?: Record<string, string>; value: number | null };

/** What the database knows at this moment; every process would say the same. */
async function collect(ctx: Ctx): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, samples: Sample[]) => {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const made = new Gauge({ name: `svc_${name}`, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of samples) if (value !== null) made.set(labels, value);
  };
  const now = ctx.clock.now().getTime();
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (now - at.getTime()) / 1_000) : 0);
  const [jobs, webhooks, suppliers, rates, audits, concerns, backups] = await Promise.all([
    measureJobs(ctx),
    measureWebhooks(ctx),
    measureSuppliers(ctx),
    listRates(ctx),
    listAuditRuns(ctx, 50),
    listConcerns(ctx),
    listBackupStates(ctx),
  ]);
  gauge("jobs", "Jobs by state.", [
    { labels: { state: "waiting" }, value: jobs.waiting },
    { labels: { state: "planned" }, value: jobs.planned },
    { labels: { state: "running" }, value: jobs.running },
    { labels: { state: "failed" }, value: jobs.failed },
  ]);
  gauge("jobs_oldest_seconds", "Age of the oldest due job.", [{ value: secondsSince(jobs.oldestAt) }]);
  gauge(
    "backup_seconds",
    "Since the archive was copied, a base backup made, and a database made from them and audited.",
    backups.map(({ kind, doneAt }) => ({ labels: { kind }, value: doneAt && secondsSince(doneAt) })),
  );
  gauge("webhooks", "Deliveries that are not done, by state.", [
    { labels: { state: "due" }, value: webhooks.due },
    { labels: { state: "retrying" }, value: webhooks.retrying },
  ]);
  gauge("webhooks_oldest_seconds", "Age of the oldest due delivery.", [{ value: secondsSince(webhooks.oldestDueAt) }]);
  gauge("webhook_endpoints_failing", "Endpoints that only fail.", [{ value: webhooks.failingEndpoints }]);
  const bySupplier = (pick: (supplier: (typeof suppliers)[number]) => number | null): Sample[] =>
    suppliers.map((supplier) => ({ labels: { supplier: supplier.code }, value: pick(supplier) }));
  gauge(
    "supplier_calls",
    "Calls to the supplier in the last hour.",
    bySupplier(({ calls }) => calls),
  );
  gauge(
    "supplier_success_ratio",
    "Calls that were answered.",
    bySupplier(({ successRate }) => successRate),
  );
  gauge(
    "supplier_delivery_seconds",
    "Median time to deliver.",
    bySupplier(({ deliverySeconds }) => deliverySeconds),
  );
  gauge(
    "supplier_balance_usd",
    "Our wallet there.",
    bySupplier(({ balanceUsd }) => balanceUsd?.toNumber() ?? null),
  );
  gauge(
    "supplier_runway_days",
    "How long the wallet lasts.",
    bySupplier(({ runwayDays }) => runwayDays),
  );
  gauge(
    "supplier_orders_unsent",
    "Orders of which nothing was sent yet.",
    bySupplier(({ unsent }) => unsent),
  );
  gauge(
    "supplier_turns",
    "Calls that had their turn at the supplier's rate, since the beginning.",
    bySupplier(({ turns }) => turns),
  );
  gauge(
    "supplier_waited_seconds",
    "How long calls waited for their turn, added up since the beginning.",
    bySupplier(({ waitedSeconds }) => waitedSeconds),
  );
  gauge(
    "supplier_closed_seconds",
    "For how long it still wants to be left alone (HTTP 429).",
    bySupplier(({ closedUntil }) => (closedUntil ? (closedUntil.getTime() - now) / 1_000 : 0)),
  );
  const byCurrency = rates.map(({ currency, usableUntil }) => ({
    labels: { currency },
    value: usableUntil ? (usableUntil.getTime() - now) / 1_000 : 0,
  }));
  gauge("fx_usable_seconds", "How long the rate stays usable; 0 when it is not.", byCurrency);
  const lastRuns = (["ledger", "invariants"] as const).map((kind) => {
    const last = audits.find((run) => run.kind === kind && run.status !== "waiting");
    return { labels: { kind }, value: last ? Number(last.status === "passed") : null };
  });
  gauge("audit_passed", "Whether the last run passed.", lastRuns);
  gauge("concerns", "What needs a hand.", [
    { labels: { urgent: "yes" }, value: concerns.filter(({ urgent }) => urgent).length },
    { labels: { urgent: "no" }, value: concerns.filter(({ urgent }) => !urgent).length },
  ]);
  return registry;
}
