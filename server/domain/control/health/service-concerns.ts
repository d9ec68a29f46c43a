import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import {
  measureSuppliers,
  type SupplierHealth,
  sayWallet,
  takePulse,
} from "#server/domain/catalogue/suppliers/index.ts";
import { type BackupState, listBackupStates } from "#server/domain/control/backups/index.ts";
import { measurePartitions, within } from "#server/domain/control/partitions/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { counted } from "#server/kernel/counted.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { DAY, HOUR, inWords, MINUTE } from "#server/kernel/time.ts";
import type { Concern } from "./concern.ts";
import { listStakes, type Stake } from "./list-unsettled.ts";
import { measureDisk, sayDisk } from "./measure-disk.ts";
import { measureCatalogues, measureLooks, measureMails } from "./measure-freshness.ts";
import { measureJobs } from "./measure-jobs.ts";
import { measureWebhooks } from "./measure-traffic.ts";

const CATALOGUE_WITHIN = 6 * HOUR;
/** Each is looked at every six hours, those in use every hour. */
const LOOKS_WITHIN = 3 * HOUR;
const UNSETTLED_CONCERN = MINUTE;
/** After this a copy is late: the archive is looked at each minute, the others are made once a day. */
const BACKUP_WITHIN = { wal: 10 * MINUTE, base: DAY + 6 * HOUR, verify: 2 * DAY + 6 * HOUR };
const BACKUPS = {
  wal: "What the database writes is not copied",
  base: "The base backup of the day is not made",
  verify: "A database could not be made from the backups",
};

/**
 * How the service itself is doing: what is sold, looked for, sent and written.
 *
 * @param unsettledMs how long something that was paid for may have no outcome before somebody is called
 */
export async function listServiceConcerns(
  ctx: Ctx,
  unsettledMs: number,
  measured?: Promise<SupplierHealth[]>,
): Promise<Concern[]> {
  const stakes = await listStakes(ctx);
  const found = await Promise.all([
    suppliers(ctx, stakes, unsettledMs),
    purchases(ctx, stakes, unsettledMs),
    wallets(ctx, measured),
    rates(ctx),
    catalogues(ctx),
    looks(ctx),
    backups(ctx),
    partitions(ctx),
    work(ctx),
    measureDisk().then(sayDisk),
  ]);
  return found.flat();
}

const ageOf = (ctx: Ctx, since: Date) => ctx.clock.now().getTime() - since.getTime();

/** `5 orders and actions have had no outcome for up to 3 minutes, 120.00 EUR and 15.00 USD are at stake.` */
function sayStakes(ctx: Ctx, stakes: Stake[], what: string): string {
  const n = stakes.reduce((sum, stake) => sum + stake.count, 0);
  const oldest = Math.max(...stakes.map(({ oldestAt }) => ageOf(ctx, oldestAt)));
  const sums = stakes.map(({ amount, currency }) => sumText(amount, currency)).join(" and ");
  return `${counted(n, what)} ${n === 1 ? "has" : "have"} had no outcome for up to ${inWords(oldest)}, ${sums} at stake.`;
}

/** What a supplier does not answer and what waits because of it is one matter. */
async function suppliers(ctx: Ctx, stakes: Stake[], unsettledMs: number): Promise<Concern[]> {
  return (await takePulse(ctx)).flatMap(({ code, name, open, isFailing, calls, failed }): Concern[] => {
    const waiting = stakes.filter(({ supplier, oldestAt }) => {
      return supplier === code && ageOf(ctx, oldestAt) >= paced(UNSETTLED_CONCERN);
    });
    const isOld = waiting.some(({ oldestAt }) => ageOf(ctx, oldestAt) >= paced(unsettledMs));
    const closed: Concern[] = open ? [] : [{ area: "suppliers", urgent: false, text: `${name} is closed for sale.` }];
    if (!isFailing && waiting.length === 0) return closed;
    const sentences = [
      ...(isFailing
        ? [`${name} left ${failed} of ${counted(calls, "call")} of the last minutes without an answer.`]
        : []),
      ...(waiting.length > 0 ? [`At ${name} ${sayStakes(ctx, waiting, "order")}`] : []),
    ];
    const isCalledFor = isFailing || isOld;
    return [
      ...closed,
      {
        area: "board",
        urgent: isCalledFor,
        text: sentences.join(" "),
        ...(isCalledFor && { alarm: { cause: `supplier:${code}`, critical: true, runbook: "supplier-not-answering" } }),
      },
    ];
  });
}

/** Travellers who have paid in a shop, and for whom nothing was ordered, or nothing in place of a silent eSIM. */
async function purchases(ctx: Ctx, stakes: Stake[], unsettledMs: number): Promise<Concern[]> {
  const waiting = stakes.filter(({ supplier, oldestAt }) => {
    return supplier === null && ageOf(ctx, oldestAt) >= paced(UNSETTLED_CONCERN);
  });
  if (waiting.length === 0) return [];
  const isOld = waiting.some(({ oldestAt }) => ageOf(ctx, oldestAt) >= paced(unsettledMs));
  return [
    {
      area: "board",
      urgent: isOld,
      text: `Of what travellers paid for ${sayStakes(ctx, waiting, "purchase")}`,
      ...(isOld && { alarm: { cause: "purchases", critical: true, runbook: "purchases-waiting" } }),
    },
  ];
}

async function wallets(ctx: Ctx, measured = measureSuppliers(ctx)): Promise<Concern[]> {
  return (await measured).flatMap((supplier): Concern[] => {
    const low = sayWallet(supplier, ctx.clock.now());
    if (!low) return [];
    const alarm = { cause: `wallet:${supplier.code}`, critical: low.isEmpty, runbook: "supplier-wallet" as const };
    return [{ area: "suppliers", urgent: true, text: `Our wallet with ${supplier.code} ${low.text}.`, alarm }];
  });
}

async function rates(ctx: Ctx): Promise<Concern[]> {
  return (await listRates(ctx)).flatMap(({ currency, fault, alarm, usableUntil, accounts, held }): Concern[] => [
    ...(accounts > 0 && fault
      ? [
          {
            area: "fx" as const,
            urgent: true,
            text: `${currency} cannot be sold in: ${fault}. ${counted(accounts, "account")} affected.`,
            alarm: { cause: `fx:${currency}`, critical: true, runbook: "exchange-rates" as const },
          },
        ]
      : []),
    ...(accounts > 0 && alarm
      ? [
          {
            area: "fx" as const,
            urgent: false,
            text: `${currency} ends in ${inWords(-ageOf(ctx, usableUntil!))} unless it is renewed.`,
            alarm: { cause: `fx:${currency}`, critical: false, runbook: "exchange-rates" as const },
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

async function catalogues(ctx: Ctx): Promise<Concern[]> {
  return (await measureCatalogues(ctx)).flatMap(({ supplier, name, open, readAt, failure }): Concern[] => {
    const isOld = open && readAt !== null && ageOf(ctx, readAt) > CATALOGUE_WITHIN;
    if (!failure && !isOld) return [];
    const age = readAt ? ` What we sell is ${inWords(ageOf(ctx, readAt))} old.` : "";
    return [
      {
        area: "suppliers",
        urgent: false,
        text: `${name} gave no usable catalogue the last time${failure ? `: ${failure}` : ""}.${age}`,
        ...(isOld && { alarm: { cause: `catalogue:${supplier}`, critical: false, runbook: "catalogue" } }),
      },
    ];
  });
}

/** Calls may be answered, and say nothing of any eSIM. */
async function looks(ctx: Ctx): Promise<Concern[]> {
  return (await measureLooks(ctx)).flatMap(({ supplier, name, since, esims }): Concern[] =>
    ageOf(ctx, since) < LOOKS_WITHIN
      ? []
      : [
          {
            area: "suppliers",
            urgent: false,
            text: `${name} has said nothing of any eSIM for ${inWords(ageOf(ctx, since))}: ${counted(esims, "eSIM")} asked for in vain. What travellers see of their use is as old.`,
            alarm: { cause: `looks:${supplier}`, critical: false, runbook: "looks" },
          },
        ],
  );
}

async function backups(ctx: Ctx): Promise<Concern[]> {
  const isLate = ({ kind, doneAt, failingSince }: BackupState) =>
    ageOf(ctx, doneAt ?? failingSince ?? ctx.clock.now()) > BACKUP_WITHIN[kind];
  const late = (await listBackupStates(ctx)).filter(
    (state) => (state.kind === "verify" && state.fault) || isLate(state),
  );
  if (late.length === 0) return [];
  const sentences = late.map(({ kind, place, doneAt, fault }) => {
    const age = doneAt ? `for ${inWords(ageOf(ctx, doneAt))}` : "since it was set up";
    return `${BACKUPS[kind]} (${place}) ${age}${fault ? `: ${fault}` : ""}.`;
  });
  return [concern(sentences.join(" "), { cause: "backups", critical: false, runbook: "backups" })];
}

/** What the hourly job should have made, emptied or dropped. */
async function partitions(ctx: Ctx): Promise<Concern[]> {
  const faults = (await measurePartitions(ctx)).flatMap(({ what, isAhead, hasStrays, isLate, oldest }) => [
    ...(isAhead ? [] : [`${what} have no partition ahead.`]),
    ...(hasStrays ? [`Rows of ${within(what)} landed beside all partitions.`] : []),
    ...(isLate ? [`${what} are not removed: the oldest is of ${inWords(ageOf(ctx, oldest!))} ago.`] : []),
  ]);
  const alarm = { cause: "partitions", critical: false, runbook: "partitions" as const };
  return faults.length === 0 ? [] : [{ area: "health", urgent: false, text: faults.join(" "), alarm }];
}

async function work(ctx: Ctx): Promise<Concern[]> {
  const [jobs, webhooks, mails] = await Promise.all([measureJobs(ctx), measureWebhooks(ctx), measureMails(ctx)]);
  const late = (since: Date | null, ms: number) => since !== null && ageOf(ctx, since) > ms;
  const waits = (what: string, since: Date | null) => `${what} wait: the oldest for ${inWords(ageOf(ctx, since!))}.`;
  return [
    ...(late(jobs.oldestAt, 5 * MINUTE)
      ? [concern(waits("Jobs", jobs.oldestAt), { cause: "jobs", critical: true, runbook: "jobs" as const })]
      : []),
    ...(jobs.failed > 0
      ? [{ area: "health" as const, urgent: false, text: `${counted(jobs.failed, "job")} failed for good.` }]
      : []),
    ...(late(webhooks.oldestDueAt, HOUR / 4)
      ? [
          concern(waits("Webhooks", webhooks.oldestDueAt), {
            cause: "webhooks",
            critical: true,
            runbook: "webhooks" as const,
          }),
        ]
      : []),
    ...(late(mails.oldestAt, HOUR / 4)
      ? [concern(waits("Mails", mails.oldestAt), { cause: "mails", critical: false, runbook: "mails" as const })]
      : []),
  ];
}

const concern = (text: string, alarm: NonNullable<Concern["alarm"]>): Concern => ({
  area: "health",
  urgent: true,
  text,
  alarm,
});
