import { Gauge, Registry } from "prom-client";
import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import { measureSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { listBackupStates } from "#server/domain/control/backups/index.ts";
import { listFollowers, listIdRanges } from "#server/domain/control/cells/index.ts";
import {
  listConcerns,
  listStakes,
  measureChecks,
  measureDisk,
  measureJobs,
  measureLooks,
  measureWebhooks,
} from "#server/domain/control/health/index.ts";
import { listAuditRuns } from "#server/domain/control/invariants/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { ofThisCell } from "#server/kernel/metrics.ts";
import { replica } from "#server/kernel/replica.ts";
import { SECOND } from "#server/kernel/time.ts";

type MakeGauge = (name: string, help: string, samples: Sample[]) => void;
type Sample = { labels?: Record<string, string>; value: number | null };

/** What the database and its disk say at this moment; every process would say the same. A database that says nothing is told too. */
export async function readGauges(ctx: Ctx): Promise<Registry> {
  const registry = new Registry();
  registry.setDefaultLabels(ofThisCell());
  const gauge: MakeGauge = (name, help, samples) => {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const made = new Gauge({ name: `svc_${name}`, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of samples) if (value !== null) made.set(labels, value);
  };
  await addDisk(gauge);
  const isUp = await Promise.all([addRecords(ctx, gauge), addCells(ctx, gauge)]).then(
    () => 1,
    () => 0,
  );
  addReplica(gauge);
  gauge("database_up", "Whether the database answered.", [{ value: isUp }]);
  return registry;
}

/** As this process sees it. Without one there is nothing to say. */
function addReplica(gauge: MakeGauge): void {
  const { readDatabaseUrl } = env();
  const labels = { replica: readDatabaseUrl ? new URL(readDatabaseUrl).hostname : "none" };
  const state = replica()?.state();
  const isRead = state ? Number(state.isRead) : null;
  gauge("replica_read", "Whether lists and reports are read from the replica.", [{ labels, value: isRead }]);
  const behind = state ? state.behindMs / SECOND : null;
  gauge("replica_behind_seconds", "How old what the replica shows is.", [{ labels, value: behind }]);
}

/** Of the file system that holds the data directory. */
async function addDisk(gauge: MakeGauge): Promise<void> {
  const { size, available } = await measureDisk();
  gauge("disk_size_bytes", "Size of the disk with the data directory.", [{ value: size }]);
  gauge("disk_available_bytes", "What is left of it.", [{ value: available }]);
}

/** Where there are cells: whether they follow home, and how much of their numbers is left. */
async function addCells({ db }: Ctx, gauge: MakeGauge): Promise<void> {
  const [followers, ranges] = await Promise.all([listFollowers(db), listIdRanges(db)]);
  const byCell = (pick: (follower: (typeof followers)[number]) => number | null): Sample[] =>
    followers.length === 0
      ? [{ labels: { cell: "none" }, value: null }]
      : followers.map((follower) => ({ labels: { cell: follower.name }, value: pick(follower) }));
  gauge(
    "cell_follows",
    "Whether the cell follows home: said by home, and by the cell itself.",
    byCell(({ isRunning }) => Number(isRunning)),
  );
  gauge(
    "cell_behind_bytes",
    "What of home's log the cell has not taken over yet; said by home.",
    byCell(({ behindBytes }) => behindBytes),
  );
  gauge(
    "id_range_used_ratio",
    "The share of integer numbers that are given out; of a cell, in its own range.",
    ranges.map(({ sequence, used }) => ({ labels: { sequence }, value: used })),
  );
}

async function addRecords(ctx: Ctx, gauge: MakeGauge): Promise<void> {
  const now = ctx.clock.now().getTime();
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (now - at.getTime()) / 1_000) : 0);
  const measured = measureSuppliers(ctx);
  const [jobs, webhooks, suppliers, rates, audits, concerns, backups, stakes, checks, looks] = await Promise.all([
    measureJobs(ctx),
    measureWebhooks(ctx),
    measured,
    listRates(ctx),
    listAuditRuns(ctx, 50),
    listConcerns(ctx, measured),
    listBackupStates(ctx),
    listStakes(ctx),
    measureChecks(ctx),
    measureLooks(ctx),
  ]);
  gauge("jobs", "Jobs by state.", [
    { labels: { state: "waiting" }, value: jobs.waiting },
    { labels: { state: "planned" }, value: jobs.planned },
    { labels: { state: "running" }, value: jobs.running },
    { labels: { state: "failed" }, value: jobs.failed },
  ]);
  gauge("jobs_oldest_seconds", "Age of the oldest due job.", [{ value: secondsSince(jobs.oldestAt) }]);
  gauge(
    "queue_depth",
    "Due jobs that wait, by kind.",
    jobs.byJob.map(({ job, waiting }) => ({ labels: { job }, value: waiting })),
  );
  gauge(
    "queue_oldest_seconds",
    "Age of the oldest due job of its kind.",
    jobs.byJob.map(({ job, oldestAt }) => ({ labels: { job }, value: secondsSince(oldestAt) })),
  );
  const open = stakes.map(({ oldestAt }) => secondsSince(oldestAt));
  gauge("open_oldest_seconds", "Age of the oldest purchase without an outcome.", [{ value: Math.max(0, ...open) }]);
  gauge(
    "open_purchases",
    "Purchases that were paid for and have no outcome after 15 seconds.",
    stakes.map(({ supplier, currency, count }) => ({
      labels: { supplier: supplier ?? "none", currency },
      value: count,
    })),
  );
  gauge(
    "backup_seconds",
    "Since the archive was copied, a base backup made, and a database made from them and audited; of what was never done, since it failed first.",
    backups.map(({ kind, doneAt, failingSince }) => ({
      labels: { kind },
      value: secondsSince(doneAt ?? failingSince),
    })),
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
    "supplier_wallet_plans",
    "How many plans it pays for, at the median cost of what we sell; of those that are open for sale.",
    bySupplier(({ walletPlans }) => walletPlans),
  );
  gauge(
    "supplier_balance_age_seconds",
    "Since it was read; of those that are open for sale.",
    bySupplier(({ walletPlans, balanceAt }) => (walletPlans === null ? null : secondsSince(balanceAt))),
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
  gauge(
    "looks_silent_seconds",
    "Since when no look at an eSIM has brought anything; 0 where they do.",
    bySupplier(({ code }) => secondsSince(looks.find(({ supplier }) => supplier === code)?.since ?? null)),
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
  gauge(
    "nightly_check_seconds",
    "Since the last check of the night that looked at everything; of one that never did, since the first account.",
    checks.map(({ check, since }) => ({ labels: { check }, value: secondsSince(since) })),
  );
  gauge("concerns", "What needs a hand.", [
    { labels: { urgent: "yes" }, value: concerns.filter(({ urgent }) => urgent).length },
    { labels: { urgent: "no" }, value: concerns.filter(({ urgent }) => !urgent).length },
  ]);
}
