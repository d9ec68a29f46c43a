import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import { listSuppliers, measureSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { listApprovals } from "#server/domain/control/approvals/index.ts";
import { listAuditRuns } from "#server/domain/control/invariants/index.ts";
import { listReconciliationRuns } from "#server/domain/control/reconciliation/index.ts";
import { type Debtor, listDebtors } from "#server/domain/money/credit/index.ts";
import { listReviews } from "#server/domain/selling/actions/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { DAY, HOUR, inWords, MINUTE } from "#server/kernel/time.ts";
import { measureJobs } from "./measure-jobs.ts";
import { measureWebhooks } from "./measure-traffic.ts";

/** Something that needs a hand, in a whole sentence. */
export type Concern = {
  area: "accounts" | "review" | "funding" | "fx" | "suppliers" | "health";
  /** Urgent: sales or money are at stake now. */
  urgent: boolean;
  text: string;
};

/** Everything that an operator should look at now; empty on a good day. */
export async function listConcerns(ctx: Ctx): Promise<Concern[]> {
  requireOperator(ctx, "platform:read");
  const found = await Promise.all([
    reviews(ctx),
    decisions(ctx),
    debts(ctx),
    rates(ctx),
    suppliers(ctx),
    audits(ctx),
    records(ctx),
    work(ctx),
  ]);
  return found.flat().sort((a, b) => Number(b.urgent) - Number(a.urgent));
}

async function reviews(ctx: Ctx): Promise<Concern[]> {
  const waiting = (await listReviews(ctx)).filter((review) => review.waiting);
  const oldest = waiting[0];
  if (!oldest) return [];
  const age = ctx.clock.now().getTime() - oldest.since.getTime();
  const text = `${count(waiting.length, "case")} ${waiting.length === 1 ? "waits" : "wait"} for a decision, the oldest for ${inWords(age)}.`;
  return [{ area: "review", urgent: age > 3 * DAY, text }];
}

async function decisions(ctx: Ctx): Promise<Concern[]> {
  const { items, hasMore } = await listApprovals(ctx, { status: "waiting", limit: 99 });
  if (items.length === 0) return [];
  const own = items.filter(({ askedBy }) => askedBy === ctx.actor.name).length;
  const text = `${count(items.length, "decision")}${hasMore ? " and more" : ""} ${items.length === 1 ? "waits" : "wait"} for a second person${own > 0 ? `, ${own} of them asked for by you` : ""}.`;
  return [{ area: "funding", urgent: false, text }];
}

const MOST_NAMED = 3;

/** What resellers owe past its date, and what they will have to pay within days. */
async function debts(ctx: Ctx): Promise<Concern[]> {
  const debtors = await listDebtors(ctx, 1);
  const say = (few: Debtor[], of: "overdue" | "dueSoon") =>
    few
      .slice(0, MOST_NAMED)
      .map((debtor) => `${debtor.companyName} (${debtor.code}) ${debtor[of].toFixed(2)} ${debtor.currency}`)
      .join(", ") + (few.length > MOST_NAMED ? ` and ${few.length - MOST_NAMED} more` : "");
  const late = debtors.filter(({ overdue }) => overdue.greaterThan(0));
  const soon = debtors.filter(({ dueSoon }) => dueSoon.greaterThan(0));
  return [
    ...(late.length > 0
      ? [{ area: "accounts" as const, urgent: false, text: `Credit is overdue: ${say(late, "overdue")}.` }]
      : []),
    ...(soon.length > 0
      ? [{ area: "accounts" as const, urgent: false, text: `Credit is due within a week: ${say(soon, "dueSoon")}.` }]
      : []),
  ];
}

async function rates(ctx: Ctx): Promise<Concern[]> {
  const now = ctx.clock.now().getTime();
  return (await listRates(ctx)).flatMap(({ currency, fault, alarm, usableUntil, accounts, held }): Concern[] => [
    ...(accounts > 0 && fault
      ? [
          {
            area: "fx" as const,
            urgent: true,
            text: `${currency} cannot be sold in: ${fault}. ${count(accounts, "account")} affected.`,
          },
        ]
      : []),
    ...(accounts > 0 && alarm
      ? [
          {
            area: "fx" as const,
            urgent: false,
            text: `${currency} ends in ${inWords(usableUntil!.getTime() - now)} unless it is renewed.`,
          },
        ]
      : []),
    ...(held
      ? [
          {
            area: "fx" as const,
            urgent: false,
            text: `A new rate for ${currency} moved too far and waits to be verified.`,
          },
        ]
      : []),
  ]);
}

const SHORT_RUNWAY_DAYS = 3;
const FAILING_BELOW = 0.8;
const ENOUGH_CALLS = 10;

async function suppliers(ctx: Ctx): Promise<Concern[]> {
  const [listed, measured] = await Promise.all([listSuppliers(ctx), measureSuppliers(ctx)]);
  const failedPulls = new Map(
    (
      await ctx.db.query<{ code: string; message: string | null }>(sql`
        select code, message from (
          select distinct on (supplier_code) supplier_code as code, status, message from catalog_pulls order by supplier_code, id desc
        ) last where status <> 'done'`)
    ).map(({ code, message }) => [code, message]),
  );
  return listed.flatMap(({ code, name, open }): Concern[] => {
    const health = measured.find((one) => one.code === code);
    const concern = (urgent: boolean, text: string): Concern => ({
      area: "suppliers",
      urgent,
      text: `${name} ${text}`,
    });
    const { calls = 0, successRate = null, runwayDays = null } = health ?? {};
    return [
      ...(open ? [] : [concern(false, "is closed for sale.")]),
      ...(calls >= ENOUGH_CALLS && successRate !== null && successRate < FAILING_BELOW
        ? [concern(true, `answered only ${Math.round(successRate * 100)} % of ${calls} calls in the last hour.`)]
        : []),
      ...(runwayDays !== null && runwayDays < SHORT_RUNWAY_DAYS
        ? [concern(true, `has money of ours for ${runwayDays} more days.`)]
        : []),
      ...(failedPulls.has(code)
        ? [concern(false, `gave no usable catalogue the last time: ${failedPulls.get(code)}.`)]
        : []),
    ];
  });
}

async function audits(ctx: Ctx): Promise<Concern[]> {
  const runs = await listAuditRuns(ctx, 50);
  return (["ledger", "invariants"] as const).flatMap((kind): Concern[] => {
    const last = runs.find((run) => run.kind === kind && run.status !== "waiting");
    if (!last || last.status === "passed") return [];
    const what = kind === "ledger" ? "The ledger" : "The audit of money and states";
    const text =
      last.status === "broken"
        ? `${what} could not be checked the last time.`
        : `${what} did not verify: ${count(last.failures.length, "failure")}.`;
    return [{ area: "health", urgent: last.status === "failed", text }];
  });
}

/** A record that could not be read; what differs is among the cases. */
async function records(ctx: Ctx): Promise<Concern[]> {
  const runs = await listReconciliationRuns(ctx);
  return (["suppliers", "payments"] as const).flatMap((kind): Concern[] => {
    const last = runs.find((run) => run.kind === kind && run.status !== "running");
    const failed = last?.sources.filter(({ message }) => message !== null) ?? [];
    if (!last || last.status === "done") return [];
    const of = failed.map(({ source }) => source).join(", ") || "a run that did not end";
    return [{ area: "health", urgent: false, text: `The record of ${of} was not reconciled the last time.` }];
  });
}

async function work(ctx: Ctx): Promise<Concern[]> {
  const [jobs, webhooks] = await Promise.all([measureJobs(ctx), measureWebhooks(ctx)]);
  const now = ctx.clock.now().getTime();
  const late = (since: Date | null) => (since ? now - since.getTime() : 0);
  return [
    ...(late(jobs.oldestAt) > 5 * MINUTE
      ? [{ area: "health" as const, urgent: true, text: `Jobs wait: the oldest for ${inWords(late(jobs.oldestAt))}.` }]
      : []),
    ...(jobs.failed > 0
      ? [{ area: "health" as const, urgent: false, text: `${count(jobs.failed, "job")} failed for good.` }]
      : []),
    ...(late(webhooks.oldestDueAt) > HOUR / 4
      ? [
          {
            area: "health" as const,
            urgent: true,
            text: `Webhooks wait: the oldest for ${inWords(late(webhooks.oldestDueAt))}.`,
          },
        ]
      : []),
  ];
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
