import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import { type Database, one, sql } from "#server/kernel/db.ts";

/** What is still looked for after this long is left to people: a day passes for it. */
const PATIENCE_MS = 45_000;

type Open = { orders: number; actions: number; checkouts: number; deliveries: number; looks: number };

/**
 * Waits until nothing is under way; what then still is, and waits for nobody, is a fault.
 *
 * @param dayMs how long a day of the run's service is
 * @param patienceMs how long what is looked for is waited for until a day passes for it
 */
export async function settle(
  db: Database,
  withinMs: number,
  dayMs: number,
  patienceMs = Math.min(PATIENCE_MS, withinMs / 4),
) {
  const end = Date.now() + withinMs;
  let patientUntil = Date.now() + patienceMs;
  let open = await countOpen(db, dayMs);
  while (Object.values(open).some((n) => n > 0) && Date.now() < end) {
    // An order that was given up is looked for once more at once; the looks of the day after pass with the day.
    await db
      .query(
        sql`update outbox_jobs set run_at = now() where job in ('check-late-order', 'check-late-topup') and run_at > now() + interval '1 second'`,
      )
      .catch(() => []);
    if (Date.now() > patientUntil) {
      await letADayPass(db, dayMs).catch(() => {});
      patientUntil = Date.now() + patienceMs;
    }
    await sleep(250);
    open = await countOpen(db, dayMs);
  }
  const faults = Object.entries(open).flatMap(([what, n]) => (n > 0 ? [`${n} ${what} are still open`] : []));
  const statuses = await db.query<{ status: string; n: number }>(
    sql`select status, count(*) as n from orders where environment = 'live' group by status order by status`,
  );
  const { n: inReview } = one(
    await db.query<{ n: number }>(
      sql`
        select (select count(*) from supplier_orders where status = 'review' or stray = 'waiting')
             + (select count(*) from actions where status = 'under_review' or stray = 'waiting') as n`,
    ),
  );
  if (faults.length > 0) faults.push(...(await whatIsOpen(db)));
  return { faults, inReview, statuses: Object.fromEntries(statuses.map(({ status, n }) => [status, n])) };
}

/** What has no outcome for a day goes to people, and holds nobody up any more; what was given up is looked for no longer. */
async function letADayPass(db: Database, dayMs: number): Promise<void> {
  await db.query(sql`
    with parts as (
      update supplier_orders set sent_at = sent_at - make_interval(secs => ${dayMs / 1_000}), created_at = created_at - make_interval(secs => ${dayMs / 1_000})
       where status in ('sent', 'accepted') and sent_at < now() - interval '20 seconds' returning order_id
    ), acts as (
      update actions set created_at = created_at - make_interval(secs => ${dayMs / 1_000})
       where status in ('processing', 'under_review') and not unsent and created_at < now() - interval '20 seconds'
         and created_at > now() - make_interval(secs => ${dayMs / 1_000}) returning id
    ), given_up as (
      update supplier_orders set lost_at = lost_at - make_interval(secs => ${dayMs / 1_000}) where watch_at is not null returning id
    ), given_up_topups as (
      update actions set lost_at = lost_at - make_interval(secs => ${dayMs / 1_000}) where watch_at is not null returning id
    )
    update outbox_jobs set run_at = now()
     where key in (select 'fulfil-order:' || order_id from parts union select 'settle-action:' || id from acts)`);
}

async function countOpen(db: Database, dayMs: number): Promise<Open> {
  try {
    return one(
      await db.query<Open>(sql`
        select (select count(*) from orders o where status in ('queued', 'processing') and environment = 'live'
                   and not exists (select from supplier_orders p where p.order_id = o.id and p.status = 'review')) as orders,
               (select count(*) from actions a where status in ('queued', 'processing', 'under_review') and environment = 'live'
                   and (status <> 'under_review' or exists (select from outbox_jobs j where j.key = 'settle-action:' || a.id)
                        or created_at > now() - make_interval(secs => ${dayMs / 1_000}))) as actions,
               (select count(*) from checkouts c join payments p on p.checkout_id = c.id
                 where (c.status in ('paid', 'ordered') or (c.status = 'opened' and p.status = 'paid'))
                   and not exists (select from supplier_orders s where s.order_id = c.order_id and s.status = 'review')) as checkouts,
               (select count(*) from deliveries where status in ('pending', 'retrying')) as deliveries,
               (select count(*) from outbox_jobs where job in ('check-late-order', 'check-late-topup')) as looks`),
    );
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return { orders: 1, actions: 0, checkouts: 0, deliveries: 0, looks: 0 };
  }
}

/** For whoever reads the fault. */
async function whatIsOpen(db: Database): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    (select 'B2B-' || o.id || ' ' || o.status || ' since ' || o.updated_at || ': ' || coalesce(string_agg(p.supplier_code || ' ' || p.status || ' sends ' || p.sends || ' checks ' || p.checks, '; '), 'no parts') as line
       from orders o left join supplier_orders p on p.order_id = o.id
      where o.status in ('queued', 'processing') and o.environment = 'live' group by o.id limit 5)
    union all
    (select 'ACT-' || id || ' ' || action || ' ' || supplier_code || ' ' || status || ' sends ' || sends || ' checks ' || checks from actions
      where status in ('queued', 'processing', 'under_review') and environment = 'live' limit 5)
    union all
    (select 'outbox ' || job || ' ' || coalesce(key, '') || ' at ' || run_at from outbox_jobs where job <> 'deliver-webhooks' order by run_at limit 5)`);
  return rows.map(({ line }) => `  ${line}`);
}
