import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";

export type Kind = "suppliers" | "payments";

/**
 * What became of a difference. `pending`: the next run looks again. `waiting`: people decide. `review`: people decide, about
 * the order or the top-up. `adopted`: it is an order's, or a payment's, by now. `refunded`: booked as a cancel. `returned`:
 * cancelled there for its price. `settled`: the two agree by now. `kept`: dealt with by people.
 */
export type Outcome = "pending" | "waiting" | "review" | "adopted" | "refunded" | "returned" | "settled" | "kept";

export type Run = {
  id: number;
  kind: Kind;
  range: { from: Date; to: Date };
  /** What a dry run finds: it is written nowhere, and nothing follows from it. */
  dry: Difference[] | null;
};

export type Difference = {
  source: string;
  what: "order" | "top-up" | "eSIM" | "refund" | "charge" | "dispute";
  finding: "theirs_only" | "ours_only" | "amount_differs" | "ended_there" | "not_refunded";
  /** What it is about, the same in every run. */
  subject: string;
  outcome: Outcome;
  reference?: string | null;
  theirReference?: string | null;
  accountId?: number | null;
  orderId?: number | null;
  actionId?: number | null;
  checkoutId?: number | null;
  amount?: Money;
  currency?: string;
  /** A whole sentence. */
  text: string;
  /** What people should do about it. */
  step?: string;
  at: Date;
};

export type Key = Pick<Difference, "source" | "what" | "finding" | "subject">;

const keyOf = ({ source, what, finding, subject }: Key) => `${source}:${what}:${finding}:${subject}`;

/** Found once: a later run sees it again, and changes its outcome only while it is open, or when it had gone and is back. */
export async function recordDifference(ctx: Ctx, run: Run, found: Difference): Promise<void> {
  if (run.dry) return await noteDry(ctx, run.dry, found);
  const now = ctx.clock.now();
  const { source, what, finding, outcome, text, step = "", currency = "USD", at } = found;
  await ctx.db.query(sql`
    insert into reconciliation_differences as d (key, kind, source, what, finding, outcome, reference, their_reference, account_id, order_id,
      action_id, checkout_id, amount, currency, text, step, at, found_run, seen_run, found_at, updated_at)
    values (${keyOf(found)}, ${run.kind}, ${source}, ${what}, ${finding}, ${outcome}, ${found.reference ?? null}, ${found.theirReference ?? null},
      ${found.accountId ?? null}, ${found.orderId ?? null}, ${found.actionId ?? null}, ${found.checkoutId ?? null},
      ${found.amount ? toNumeric(found.amount) : "0"}::numeric, ${currency}, ${text}, ${step}, ${at}, ${run.id}, ${run.id}, ${now}, ${now})
    on conflict (key) do update set seen_run = excluded.seen_run,
      outcome = case when d.outcome in ('pending', 'waiting', 'settled') then excluded.outcome else d.outcome end,
      updated_at = case when d.outcome in ('pending', 'waiting', 'settled') and d.outcome <> excluded.outcome then excluded.updated_at else d.updated_at end`);
}

/** What was dealt with is no news. */
async function noteDry({ db }: Ctx, dry: Difference[], found: Difference): Promise<void> {
  const known = await db.prisma.reconciliationDifference.findUnique({ where: { key: keyOf(found) } });
  if (known === null || ["pending", "waiting", "settled"].includes(known.outcome)) dry.push(found);
}

/** Somebody works on them or watches for them: as long as that is so, nothing is new about them. */
export async function leaveAsIs(ctx: Ctx, run: Run, keys: Key[]): Promise<void> {
  if (run.dry) return;
  await ctx.db.prisma.reconciliationDifference.updateMany({
    where: { key: { in: keys.map(keyOf) } },
    data: { seenRun: run.id },
  });
}

/** The whole record of a range was read, and these differences are not in it any more. */
export async function settleGone(ctx: Ctx, run: Run, source: string): Promise<void> {
  if (run.dry) return;
  const at = { gte: run.range.from, lt: run.range.to };
  await ctx.db.prisma.reconciliationDifference.updateMany({
    where: { kind: run.kind, source, outcome: { in: ["pending", "waiting"] }, seenRun: { not: run.id }, at },
    data: { outcome: "settled", updatedAt: ctx.clock.now() },
  });
}

/** Whether a difference (`d`) still needs somebody, or another run. */
export const IS_OPEN = sql`
  (d.outcome in ('pending', 'waiting') or (d.outcome = 'review' and case when d.action_id is null
    then exists (select from supplier_orders p where p.order_id = d.order_id and p.stray = 'waiting')
    else exists (select from actions x where x.id = d.action_id and x.stray = 'waiting') end))`;

/** How many differences a run brought to each outcome. */
export async function countOutcomes(ctx: Ctx, { id, range, dry }: Run): Promise<Map<Outcome, number>> {
  if (dry) {
    const byOutcome = Map.groupBy(dry, ({ outcome }) => outcome);
    return new Map([...byOutcome].map(([outcome, all]) => [outcome, all.length]));
  }
  const rows = await ctx.db.prisma.reconciliationDifference.groupBy({
    by: ["outcome"],
    where: { seenRun: id, updatedAt: { gte: range.to } },
    _count: true,
  });
  return new Map(rows.map(({ outcome, _count }) => [outcome as Outcome, _count]));
}

export async function countOpen(ctx: Ctx, kind: Kind): Promise<number> {
  const { open } = one(
    await ctx.db.query<{ open: number }>(
      sql`select count(*) as open from reconciliation_differences d where d.kind = ${kind} and ${IS_OPEN}`,
    ),
  );
  return open;
}
