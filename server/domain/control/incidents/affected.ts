import { openWork } from "#server/domain/control/health/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { suppliersAmong } from "./component.ts";

type Touching = { id: number; components: string[]; beganAt: Date };

/**
 * Writes down what an incident touches: what waits without an outcome at its suppliers or in shops, what ended badly since it
 * began, requests that failed and webhooks that are late. What was seen once stays, so that it is known who was affected when all is
 * well again. Run again it adds only what is new.
 */
export async function recordEffects(tx: Transaction, { id, components, beganAt }: Touching, now: Date): Promise<void> {
  const suppliers = await suppliersAmong(tx, components);
  const has = (component: string) => components.includes(component);
  await tx.query(sql`
    with ${openWork(now)}, found as (
      select account_id, kind as what, ref, amount, currency, 1 as n from open where supplier = any(${suppliers}::text[]) or (${has("shops")}::boolean and kind in ('purchase', 'replacement'))
      union
      select account_id, 'order', 'B2B-' || id, total_amount, currency, 1 from orders
       where created_at >= ${beganAt} and supplier_code = any(${suppliers}::text[]) and environment = 'live' and status in ('failed', 'partially_delivered')
      union all
      select account_id, 'requests', '', null, null, count(*)::int from api_requests
       where ${has("api")}::boolean and created_at >= ${beganAt} and status >= 500 and environment = 'live' group by account_id
      union all
      select e.account_id, 'webhooks', '', null, null, count(*)::int from deliveries d join webhook_endpoints e on e.id = d.endpoint_id
       where ${has("webhooks")}::boolean and d.status in ('pending', 'retrying') and d.next_attempt_at <= ${after(now, -MINUTE)} and e.status = 'active' group by e.account_id
    )
    insert into incident_effects as x (incident_id, account_id, what, ref, amount, currency, count, first_at, seen_at)
    select ${id}::int, account_id, what, ref, max(amount), max(currency), max(n), ${now}, ${now} from found group by account_id, what, ref order by account_id, what, ref
    on conflict (incident_id, account_id, what, ref) do update set seen_at = excluded.seen_at, count = greatest(x.count, excluded.count)`);
}

/** Whom the overview page of the portal shows it to, beside those whom it showed it to already. */
export async function showToAffected(tx: Transaction, incidentId: number): Promise<void> {
  await tx.query(sql`
    insert into announcement_accounts (announcement_id, account_id)
    select distinct i.announcement_id, e.account_id from incidents i join incident_effects e on e.incident_id = i.id
     where i.id = ${incidentId} and i.audience = 'affected' order by 2
    on conflict (announcement_id, account_id) do nothing`);
}

/** Of every open incident, once a minute. */
export async function watchIncidents(ctx: Ctx): Promise<void> {
  const open = await ctx.db.prisma.incident.findMany({
    where: { resolvedAt: null },
    select: { id: true, components: true, beganAt: true },
    orderBy: { id: "asc" },
  });
  for (const incident of open)
    await ctx.db.transaction(async (tx) => {
      await recordEffects(tx, incident, ctx.clock.now());
      await showToAffected(tx, incident.id);
    });
}

export type AffectedAccount = {
  code: string;
  companyName: string;
  orders: number;
  /** Requests that failed, and webhooks that were late. */
  requests: number;
  webhooks: number;
  /** Some of what was bought, by number. */
  refs: string[];
  stakes: { currency: string; amount: Money }[];
  firstAt: Date;
};

const MOST_REFS = 5;

/** Who was touched and by how much, the most first. */
export async function listAffected(ctx: Ctx, incidentId: number, limit = 100): Promise<AffectedAccount[]> {
  requireOperator(ctx, "platform:read");
  const [accounts, stakes] = await Promise.all([
    ctx.db.query<Omit<AffectedAccount, "stakes"> & { id: number }>(sql`
      select a.id, a.code, a.company_name, (count(*) filter (where e.ref <> ''))::int as orders,
             coalesce(sum(e.count) filter (where e.what = 'requests'), 0)::int as requests, coalesce(sum(e.count) filter (where e.what = 'webhooks'), 0)::int as webhooks,
             coalesce((array_agg(e.ref order by e.first_at, e.ref) filter (where e.ref <> ''))[1:${MOST_REFS}::int], '{}') as refs, min(e.first_at) as first_at
        from incident_effects e join accounts a on a.id = e.account_id where e.incident_id = ${incidentId}
       group by a.id order by orders desc, requests desc, a.code limit ${limit}`),
    ctx.db.query<{ accountId: number; currency: string; amount: Money }>(sql`
      select account_id, currency, sum(amount) as amount from incident_effects
       where incident_id = ${incidentId} and amount is not null and currency is not null group by account_id, currency order by currency`),
  ]);
  return accounts.map(({ id, ...account }) => ({
    ...account,
    stakes: stakes.filter(({ accountId }) => accountId === id).map(({ accountId: _, ...stake }) => stake),
  }));
}
