import { DECIDE_WITHIN, type SupplierHealth } from "#server/domain/catalogue/suppliers/index.ts";
import { listApprovals, listUndone } from "#server/domain/control/approvals/index.ts";
import { listHeldMoney, listHeldRefunds } from "#server/domain/control/closing/index.ts";
import { listAuditRuns } from "#server/domain/control/invariants/index.ts";
import { listReconciliationRuns } from "#server/domain/control/reconciliation/index.ts";
import { listDebtors } from "#server/domain/money/credit/index.ts";
import { listGoLiveRequests } from "#server/domain/people/onboarding/index.ts";
import { listReviews } from "#server/domain/selling/actions/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { counted } from "#server/kernel/counted.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { replica } from "#server/kernel/replica.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { inWords, MINUTE } from "#server/kernel/time.ts";
import type { Alarm, Concern } from "./concern.ts";
import { measureChecks } from "./measure-checks.ts";
import { listServiceConcerns } from "./service-concerns.ts";

/** How long something that was paid for may have no outcome before somebody is called, when no setting says so. */
const UNSETTLED_ALARM = 5 * MINUTE;

/**
 * Everything that an operator should look at now; empty on a good day.
 *
 * @param measured what `measureSuppliers` says, where it was asked already
 */
export async function listConcerns(ctx: Ctx, measured?: Promise<SupplierHealth[]>): Promise<Concern[]> {
  requireOperator(ctx, "platform:read");
  const found = await Promise.all([
    listServiceConcerns(ctx, UNSETTLED_ALARM, measured),
    reviews(ctx),
    decisions(ctx),
    applicants(ctx),
    closed(ctx),
    undone(ctx),
    debts(ctx),
    audits(ctx),
    lateChecks(ctx),
    unreadReplica(),
    records(ctx),
  ]);
  return found.flat().sort((a, b) => Number(b.urgent) - Number(a.urgent));
}

/** What of it somebody is called for. */
export async function listAlarms(ctx: Ctx, unsettledMs: number): Promise<(Alarm & { text: string })[]> {
  requireOperator(ctx, "platform:read");
  const found = await Promise.all([
    listServiceConcerns(ctx, unsettledMs),
    reviews(ctx),
    undone(ctx),
    audits(ctx),
    lateChecks(ctx),
  ]);
  return found.flat().flatMap(({ alarm, text }) => (alarm ? [{ ...alarm, text }] : []));
}

async function reviews(ctx: Ctx): Promise<Concern[]> {
  const waiting = (await listReviews(ctx)).filter((review) => review.waiting);
  const oldest = waiting[0];
  if (!oldest) return [];
  const age = ctx.clock.now().getTime() - oldest.since.getTime();
  const text = `${counted(waiting.length, "case")} ${waiting.length === 1 ? "waits" : "wait"} for a decision, the oldest for ${inWords(age)}.`;
  const isOverdue = age > DECIDE_WITHIN;
  return [
    {
      area: "review",
      urgent: isOverdue,
      text,
      alarm: { cause: "review", critical: false, runbook: "review-queue" },
    },
  ];
}

async function decisions(ctx: Ctx): Promise<Concern[]> {
  const { items, hasMore } = await listApprovals(ctx, { status: "waiting", limit: 99 });
  if (items.length === 0) return [];
  const own = items.filter(({ askedBy }) => askedBy === ctx.actor.name).length;
  const text = `${counted(items.length, "decision")}${hasMore ? " and more" : ""} ${items.length === 1 ? "waits" : "wait"} for a second person${own > 0 ? `, ${own} of them asked for by you` : ""}.`;
  return [{ area: "funding", urgent: false, text }];
}

async function applicants(ctx: Ctx): Promise<Concern[]> {
  const waiting = await listGoLiveRequests(ctx);
  if (waiting.length === 0) return [];
  const age = inWords(ctx.clock.now().getTime() - waiting[0]!.askedAt.getTime());
  const text =
    waiting.length === 1
      ? `${waiting[0]!.companyName} asked to go live ${age} ago.`
      : `${waiting.length} resellers ask to go live, the first for ${age}.`;
  return [{ area: "sign-ups", urgent: false, text }];
}

/** What is left of accounts that are closed: it waits for somebody to pay it out, or for travellers to have theirs. */
async function closed(ctx: Ctx): Promise<Concern[]> {
  const [held, refunds] = await Promise.all([listHeldMoney(ctx), listHeldRefunds(ctx)]);
  const inWallets = held
    .filter(({ balance }) => balance.greaterThan(0))
    .map(({ companyName, code, balance, currency }) => `${companyName} (${code}) ${sumText(balance, currency)}`);
  const open = refunds.map(({ companyName, code, count }) => `${companyName} (${code}) ${count}`);
  return [
    ...named("Closed with money in the wallet, to be paid out", inWallets),
    ...named("Closed with refunds or disputes of travellers under way", open),
  ].map((text) => ({ area: "accounts", urgent: false, text }));
}

/** The first few; nothing when there are none. */
function named(what: string, all: string[]): string[] {
  if (all.length === 0) return [];
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : "";
  return [`${what}: ${all.slice(0, MOST_NAMED).join(", ")}${more}.`];
}

async function undone(ctx: Ctx): Promise<Concern[]> {
  return (await listUndone(ctx)).map(({ id, subject, note }) => ({
    area: "funding",
    urgent: true,
    text: `The scheduled change of the price rule for ${subject} was not made${note ? `: ${note}` : " yet"}`.replace(
      /[.]?$/,
      ".",
    ),
    alarm: { cause: `scheduled:${id}`, critical: false, runbook: "scheduled-changes" },
  }));
}

const MOST_NAMED = 3;

/** What resellers owe past its date, and what they will have to pay within days. */
async function debts(ctx: Ctx): Promise<Concern[]> {
  const debtors = await listDebtors(ctx, 1);
  const owing = (of: "overdue" | "dueSoon") =>
    debtors
      .filter((debtor) => debtor[of].greaterThan(0))
      .map((debtor) => `${debtor.companyName} (${debtor.code}) ${sumText(debtor[of], debtor.currency)}`);
  return [
    ...named("Credit is overdue", owing("overdue")),
    ...named("Credit is due within a week", owing("dueSoon")),
  ].map((text) => ({ area: "accounts", urgent: false, text }));
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
        : `${what} did not verify: ${counted(last.failures.length, "failure")}.`;
    const isWrong = last.status === "failed";
    return [
      {
        area: "health",
        urgent: isWrong,
        text,
        ...(isWrong && { alarm: { cause: `books:${kind}`, critical: true, runbook: "books" } }),
      },
    ];
  });
}

const CHECKS = {
  ledger: "The ledger",
  invariants: "Money and states",
  suppliers: "The suppliers' records",
  payments: "The payments' records",
};

/** What no night has checked: a check that is not made finds nothing wrong either. */
async function lateChecks(ctx: Ctx): Promise<Concern[]> {
  const late = (await measureChecks(ctx)).filter(({ isLate }) => isLate);
  if (late.length === 0) return [];
  const sentences = late.map(({ check, wholeAt, since }) => {
    const age = inWords(ctx.clock.now().getTime() - since!.getTime());
    return `${CHECKS[check]} ${check === "ledger" ? "was" : "were"} ${wholeAt ? `last checked whole ${age} ago` : `never checked whole, for ${age}`}.`;
  });
  const alarm = { cause: "nightly-checks", critical: false, runbook: "nightly-checks" as const };
  return [{ area: "health", urgent: true, text: sentences.join(" "), alarm }];
}

/** As this process sees it: whoever is not called for it looks here. */
function unreadReplica(): Concern[] {
  const fault = replica()?.state().fault;
  if (!fault) return [];
  const text = `The replica of READ_DATABASE_URL is not read, the primary answers for it: ${fault.replace(/[.]?$/, ".")}`;
  return [{ area: "health", urgent: false, text }];
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
