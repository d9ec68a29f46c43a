import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, DAY, HOUR, inWords, MINUTE } from "#server/kernel/time.ts";
import { versioned } from "#server/kernel/versioned.ts";
import { SUPPLIER_CODES } from "./port.ts";
import { connectSupplier } from "./registry.ts";

export type SupplierHealth = {
  code: string;
  /** Of the last hour; null without any call. */
  calls: number;
  successRate: number | null;
  latencyMs: number | null;
  /** Median time from our order to its eSIMs, of the last day. */
  deliverySeconds: number | null;
  balanceUsd: Money | null;
  balanceAt: Date | null;
  /** How long the wallet lasts at the pace of the last 7 days, orders and top-ups. */
  runwayDays: number | null;
  /** How many plans the wallet pays for, at the median cost of what we sell of it; null where it is closed for sale. */
  walletPlans: number | null;
  /** Orders of which nothing was sent yet. */
  unsent: number;
  /** Calls that had their turn, and how long they waited for it, since the beginning. */
  turns: number;
  waitedSeconds: number;
  /** It said that it is asked too often: until then it is left alone. */
  closedUntil: Date | null;
};

/** A call without an answer that could be understood; a refusal in the supplier's own words is a working supplier. */
export const FAILED = sql`('not_sent', 'unclear', 'busy')`;

type Measured = Omit<SupplierHealth, "walletPlans"> & { open: boolean; catalogue: number };

/** What our own records say of each supplier. */
export async function measureSuppliers(ctx: Ctx): Promise<SupplierHealth[]> {
  const now = ctx.clock.now();
  const measured = await ctx.db.query<Measured>(sql`
    with calls as (
      select supplier_code, count(*) as n, count(*) filter (where outcome not in ${FAILED}) as good,
             percentile_cont(0.5) within group (order by duration_ms) as latency
        from supplier_calls where created_at > ${after(now, -HOUR)} group by supplier_code
    ), deliveries as (
      select supplier_code, percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at)) as seconds
        from supplier_orders where status = 'delivered' and created_at > ${after(now, -DAY)} group by supplier_code
    ), spent as (
      select supplier_code, sum(cost) / 7 as per_day from (
        select supplier_code, unit_cost_usd * quantity as cost
          from supplier_orders where status in ('accepted', 'delivered') and created_at > ${after(now, -7 * DAY)}
        union all
        select supplier_code, unit_cost_usd
          from actions where action = 'topup' and status = 'succeeded' and environment = 'live' and created_at > ${after(now, -7 * DAY)}) bought
       group by supplier_code
    ), queued as (
      select supplier_code, count(*)::int as n from orders where status = 'queued' and environment = 'live' group by supplier_code
    )
    select s.code, coalesce(c.n, 0) as calls, round(c.good::numeric / nullif(c.n, 0), 4)::float8 as success_rate, c.latency as latency_ms,
           round(d.seconds::numeric, 1)::float8 as delivery_seconds, s.balance_usd, s.balance_at,
           round(s.balance_usd / nullif(p.per_day, 0), 1)::float8 as runway_days,
           s.open, (select version from data_versions where name = 'catalog') as catalogue,
           coalesce(q.n, 0) as unsent, coalesce(t.turns, 0) as turns, (coalesce(t.waited_ms, 0) / 1000.0)::float8 as waited_seconds,
           case when t.closed_until > ${now} then t.closed_until end as closed_until
      from suppliers s left join queued q on q.supplier_code = s.code left join supplier_turns t on t.supplier_code = s.code and t.about = ''
      left join calls c on c.supplier_code = s.code left join deliveries d on d.supplier_code = s.code
      left join spent p on p.supplier_code = s.code order by s.code`);
  const medians = await medianCosts(ctx.db, measured[0]?.catalogue ?? 0);
  return measured.map(({ open, catalogue: _catalogue, ...supplier }) => {
    const median = medians.get(supplier.code);
    const plans = median?.greaterThan(0) ? supplier.balanceUsd?.div(median) : undefined;
    return { ...supplier, walletPlans: open && plans ? plans.toDecimalPlaces(1).toNumber() : null };
  });
}

/** Of all packages, so that it is not made anew for each look at /metrics. */
const medianCosts = versioned("median costs", async (db: Transaction): Promise<Map<string, Money>> => {
  const rows = await db.query<{ code: string; median: Money }>(sql`
    select supplier_code as code, (percentile_cont(0.5) within group (order by cost_usd))::numeric as median
      from packages where status = 'on_sale' group by supplier_code`);
  return new Map(rows.map(({ code, median }) => [code, median]));
});

/** Fewer calls than this say nothing about a supplier. */
const ENOUGH_CALLS = 10;
const FAILING_SHARE = 0.5;
const LOOK_BACK = 15 * MINUTE;

/** The codes of those whose calls mostly failed of late. */
export const failingSuppliers = (now: Date) => sql`
  select supplier_code from supplier_calls where created_at > ${after(now, -LOOK_BACK)} group by supplier_code
  having count(*) >= ${ENOUGH_CALLS} and count(*) filter (where outcome in ${FAILED}) >= count(*) * ${FAILING_SHARE}::numeric`;

/** One that wants to be left alone for longer than this is not waited for. */
const SHORTLY = MINUTE;

/** Suppliers that should not be sent an order of this cost now: closed by us or for longer by themselves, failing, or out of our money. */
export async function listUnfitSuppliers(db: Transaction, now: Date, costUsd: Money): Promise<Set<string>> {
  const rows = await db.query<{ code: string }>(sql`
    select s.code from suppliers s
     where not s.open or s.balance_usd < ${toNumeric(costUsd)}::numeric or s.code in (${failingSuppliers(now)})
        or exists (select from supplier_turns t where t.supplier_code = s.code and t.about = '' and t.closed_until > ${inTime(now, SHORTLY)})`);
  return new Set(rows.map(({ code }) => code));
}

const SHORT_RUNWAY_DAYS = 3;
/** However little was sold: a wallet that pays for fewer is as good as empty. `SupplierWalletLow` asks for the same. */
const FEW_PLANS = 10;
/** It is read every ten minutes. */
const BALANCE_WITHIN = 6 * HOUR;

/** What there is to be told of our wallet there, as the rest of a sentence; null when there is enough in it. */
export function sayWallet(
  { balanceUsd, balanceAt, runwayDays, walletPlans }: SupplierHealth,
  now: Date,
): { text: string; isEmpty: boolean } | null {
  if (balanceUsd === null || balanceAt === null) return null;
  const isEmpty = (runwayDays !== null && runwayDays < 1) || (walletPlans !== null && walletPlans < 1);
  const holds = `holds ${sumText(balanceUsd, "USD")}`;
  if (runwayDays !== null && runwayDays < SHORT_RUNWAY_DAYS)
    return {
      text: `${holds}, enough for ${runwayDays === 1 ? "1 day" : `${runwayDays} days`} at the pace of the last week`,
      isEmpty,
    };
  if (walletPlans !== null && walletPlans < FEW_PLANS)
    return { text: `${holds}, enough for ${Math.max(0, Math.floor(walletPlans))} plans`, isEmpty };
  const age = now.getTime() - balanceAt.getTime();
  if (walletPlans !== null && age > BALANCE_WITHIN)
    return { text: `could not be read for ${inWords(age)}; it held ${sumText(balanceUsd, "USD")}`, isEmpty };
  return null;
}

/** Reads our wallets with the suppliers, so that an empty one is seen before it stops sales. */
export async function watchSuppliers(ctx: Ctx): Promise<void> {
  for (const code of SUPPLIER_CODES) {
    const supplier = await connectSupplier(ctx, code);
    const balance = await supplier.balance();
    // On record also when nothing is sold: whether the supplier answers is known without an order.
    await supplier.flush();
    if (balance.kind === "found")
      await ctx.db.prisma.supplier.updateMany({
        where: { code },
        data: { balanceUsd: toNumeric(balance.value), balanceAt: ctx.clock.now() },
      });
    else log().warn({ supplier: code }, "the supplier's balance could not be read");
  }
  const now = ctx.clock.now();
  for (const supplier of await measureSuppliers(ctx)) {
    const low = sayWallet(supplier, now);
    if (!low) continue;
    const { code, runwayDays, walletPlans, balanceUsd } = supplier;
    log().error({ supplier: code, runwayDays, walletPlans, balanceUsd }, "our wallet with a supplier needs a hand");
    await tellOperators(ctx.db, now, {
      kind: "supplier.wallet",
      subject: code,
      occasion: now.toISOString().slice(0, 10),
      text: `Our wallet with ${code} ${low.text}.`,
    });
  }
}
