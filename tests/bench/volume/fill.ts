import { sampleBody } from "#server/domain/messaging/webhooks/index.ts";
import { isHome } from "#server/kernel/cell.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";

/** What one busy account has after years; all of it follows from the row's number, so that every run is the same. Of the orders the newest are `open`. */
export type Volume = {
  orders: number;
  entries: number;
  requests: number;
  deliveries: number;
  audit: number;
  open?: number;
};

export const FULL: Volume = {
  orders: 100_000,
  entries: 1_000_000,
  requests: 1_000_000,
  deliveries: 200_000,
  audit: 20_000,
};

const PACKAGES = 3_000;
const CHUNK = 1_000;

/**
 * Fills a live account with what every rule of the audit holds of: orders and their eSIMs, some of them cancelled; top-ups,
 * deposits and corrections for the entries that are no order's; all chained by the ledger's own writer.
 */
export async function fillAccount(ctx: AccountCtx, volume: Volume, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  const step = (what: string) => say(`  ${what} (${Math.round((performance.now() - started) / 1_000)} s)`);
  if (isHome()) await fillCatalogue(ctx);
  const chunks = volume.orders / CHUNK;
  for (let i = 0; i < chunks; i++) {
    const first = await fillOrders(ctx, i * CHUNK, volume);
    await fillEsims(ctx, first);
    const others = await fillActions(ctx, first, Math.round(volume.entries / chunks));
    await fillEntries(ctx, first, others);
    if ((i + 1) % 20 === 0) step(`${(i + 1) * CHUNK} orders with their eSIMs and ledger entries`);
  }
  await bookActions(ctx);
  const keys = await fillKeys(ctx);
  await fillRequests(ctx, volume.requests, keys);
  step(`${volume.requests} requests`);
  await fillDeliveries(ctx, volume.deliveries);
  step(`${volume.deliveries} deliveries`);
  await fillAudit(ctx, volume.audit);
  step(`${volume.audit} audit entries`);
  await run(ctx, sql`analyze`);
}

/** One step; it may take longer than a request may. */
const run = <Row>(ctx: AccountCtx, statement: Sql): Promise<Row[]> =>
  ctx.db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    return await tx.query<Row>(statement);
  });

/** Thirty countries; the first has a third of all packages, the last a handful. */
async function fillCatalogue(ctx: AccountCtx): Promise<void> {
  await run(
    ctx,
    sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, changed_at)
    select 'volume-' || i, case i % 3 when 0 then 'esimaccess' when 1 then 'airalo' else 'esimgo' end, 'V' || i, c || ' ' || 1 + i % 50 || ' GB 30 Days',
           'local', c, 'europe', array[c], 1024 * (1 + i % 50), false, false, 30, 180, '4G/5G', '5G', '[]', 'first_connection', 'local:' || c || ':' || i,
           true, 4, '', now()
      from generate_series(1, ${PACKAGES}::int) i
      cross join lateral (select (array['TR','DE','FR','IT','ES','GR','PT','GB','US','JP','TH','ID','VN','MX','BR','AE','EG','MA','CH','AT',
                                        'NL','BE','PL','CZ','HU','HR','SE','NO','DK','IS'])[1 + floor(30 * power((i % 1000) / 1000.0, 2))::int] as c) place`,
  );
}

/** A thousand orders; the first of their ids. Nine in ten are delivered, the newest may be open. */
async function fillOrders(ctx: AccountCtx, from: number, { orders: all, open = 20 }: Volume): Promise<number> {
  const [{ first } = { first: 0 }] = await run<{ first: number }>(
    ctx,
    sql`
    with made as (
      insert into orders (account_id, environment, client_reference, status, package_id, package_name, requested_quantity, delivered_quantity,
        unit_price, total_amount, refunded_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select ${ctx.account.id}, 'live', case when i % 10 < 7 then 'shop-' || i end, s.status, p.id, p.name, q.n,
             case s.status when 'failed' then 0 when 'partially_delivered' then q.n - 1 when 'queued' then 0 when 'processing' then 0 else q.n end,
             5, 5 * q.n, case when s.status in ('failed', 'refunded', 'cancelled') then 5 * q.n when s.status = 'partially_delivered' then 5 else 0 end,
             ${ctx.account.currency}, p.supplier_code, 4, 5, 'req_order_' || i, t.at, t.at
        from generate_series(${from}::int + 1, ${from + CHUNK}::int) i
        cross join lateral (select case when i > ${all - open}::int then (array['queued','processing'])[1 + i % 2] when i % 100 < 3 then 'failed'
                                        when i % 100 < 6 then 'partially_delivered' when i % 100 < 8 then 'cancelled'
                                        when i % 100 = 8 then 'refunded' else 'delivered' end as status) s
        cross join lateral (select case when s.status = 'partially_delivered' then 2 else 1 end as n) q
        cross join lateral (select date_trunc('second', now()) - (${all}::int - i) * interval '5 minutes' as at) t
        join packages p on p.package_id = 'volume-' || 1 + (i::bigint * i) % ${PACKAGES}::int
      returning id
    ) select min(id) as first from made`,
  );
  return first;
}

async function fillEsims(ctx: AccountCtx, first: number): Promise<void> {
  await run(
    ctx,
    sql`
    insert into esims (account_id, environment, order_id, supplier_code, supplier_esim_id, supplier_reference, iccid, imsi, eid, activation_code,
      smdp_address, status, installation_status, total_bytes, used_bytes, validity_days, expires_at, synced_at, created_at, updated_at)
    select o.account_id, 'live', o.id, o.supplier_code, 'E' || o.id || '-' || n, 'S' || o.id, '8944' || lpad((o.id * 10 + n)::text, 15, '0'),
           '2340' || lpad((o.id * 10 + n)::text, 11, '0'), case when o.id % 4 = 0 then '8904' || lpad((o.id * 10 + n)::text, 28, '0') end,
           'LPA:1$smdp.example.com$' || o.id, 'smdp.example.com',
           case when o.status = 'cancelled' then 'ready' when o.id % 20 < 12 then 'expired' when o.id % 20 < 15 then 'activated'
                when o.id % 20 = 15 then 'exhausted' when o.id % 20 = 16 then 'installed' when o.id % 500 = 17 then 'suspended' else 'ready' end,
           'installed', 5368709120, (o.id % 50) * 107374182, 30, o.created_at + interval '40 days', o.created_at, o.created_at, o.created_at
      from orders o cross join lateral generate_series(1, o.delivered_quantity) n
     where o.id between ${first} and ${first + CHUNK - 1} and o.account_id = ${ctx.account.id}`,
  );
}

/**
 * The cancels of the chunk, and as many top-ups as it takes for its share of the entries.
 *
 * @param entries how many the chunk's ledger entries are to be
 * @returns how many of them are of no order: deposits and corrections
 */
async function fillActions(ctx: AccountCtx, first: number, entries: number): Promise<number> {
  const [counted] = await run<{ others: number }>(
    ctx,
    sql`
    with chunk as (
      select * from orders where id between ${first} and ${first + CHUNK - 1} and account_id = ${ctx.account.id}
    ), sizes as (
      select (${entries}::int / 50)::int as others,
             greatest(0, ${entries}::int - ${entries}::int / 50 - (select count(*) + count(*) filter (where refunded_amount > 0) from chunk))::int as topups
    ), sold as (
      select e.*, o.status = 'cancelled' as over, row_number() over (order by e.id) - 1 as place, count(*) over () as many from esims e join chunk o on o.id = e.order_id
    ), made as (
      insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, package_code, package_name, data_mb, duration_days,
        unit_cost_usd, amount, currency, charged, refunded_amount, refunded_at, settled_at, request_id, reference, created_at, updated_at)
      select account_id, 'live', id, order_id, supplier_code, 'cancel', 'succeeded', null, null, null, null, null, 5, ${ctx.account.currency}, false, 5, created_at, created_at,
             'req_cancel_' || id, 'C' || id, created_at, created_at from sold where over
      union all
      select account_id, 'live', id, order_id, supplier_code, 'topup', 'succeeded', 'V-topup', '1 GB 7 Days', 1024, 7, 3, 4, ${ctx.account.currency}, true, 0, null, created_at,
             'req_topup_' || id || '_' || n, 'T' || id || '-' || n, created_at, created_at
        from sizes cross join generate_series(0, topups - 1) n join sold on place = n % many and not over
      returning action
    )
    select others + topups - (select count(*) from made where action = 'topup')::int as others from sizes`,
  );
  await run(
    ctx,
    sql`
    update esims e set status = 'cancelled' from actions a
     where a.esim_id = e.id and a.action = 'cancel' and a.order_id between ${first} and ${first + CHUNK - 1} and a.account_id = ${ctx.account.id}`,
  );
  return counted!.others;
}

/** What the actions earned and cost, which the books learn from their change, and these never changed. */
async function bookActions(ctx: AccountCtx): Promise<void> {
  await run(
    ctx,
    sql`
    insert into journal_movements (cause, at, debit, credit, currency, amount)
    select cause, at, debit, credit, currency, amount from booked_movements('deliveries') where cause like 'action:%'`,
  );
}

/** Debits and refunds of the chunk's orders, cancels and top-ups, and the other entries spread over the same days. */
async function fillEntries(ctx: AccountCtx, first: number, others: number): Promise<void> {
  const { id } = ctx.account;
  await run(
    ctx,
    sql`
    with chunk as (
      select * from orders where id between ${first} and ${first + CHUNK - 1} and account_id = ${id}
    ), span as (
      select min(created_at) as since, max(created_at) - min(created_at) as length from chunk
    ), booked as (
      insert into wallet_bookings (account_id, cause, kind, amount, grounds, booked_by, note, created_at)
      select ${id}::int, 'volume:' || ${first}::bigint || ':' || i, k.kind, case k.kind when 'deposit' then 1000 else 1 end, 'command', 'bench', 'Measured only',
             date_trunc('milliseconds', since + length * (i / ${others}::float))
        from span cross join generate_series(1, ${others}::int) i cross join lateral (select case when i % 2 = 0 then 'deposit' else 'adjustment' end as kind) k
      returning *
    ), wanted as (
      select o.created_at as at, 0 as rank, row(${id}::int, 'debit', -o.total_amount, 'order:' || o.id, 'Order B2B-' || o.id, o.created_at)::new_entry as entry
        from chunk o
      union all
      select o.created_at, 1, row(${id}::int, 'refund', o.refunded_amount,
             'order:' || o.id || case o.status when 'failed' then ':failed' when 'refunded' then ':refunded' else ':shortfall' end,
             'Order B2B-' || o.id || ' refunded', o.created_at)::new_entry
        from chunk o where o.refunded_amount > 0 and o.status <> 'cancelled'
      union all
      select a.created_at, 2, case a.action
             when 'cancel' then row(${id}::int, 'refund', a.amount, 'action:' || a.id || ':refund', 'Order B2B-' || a.order_id || ' cancelled', a.created_at)::new_entry
             else row(${id}::int, 'debit', -a.amount, 'action:' || a.id, 'Top-up of order B2B-' || a.order_id, a.created_at)::new_entry end
        from actions a join chunk o on o.id = a.order_id
      union all
      select b.created_at, 3, row(${id}::int, b.kind, b.amount, b.cause, b.note, b.created_at)::new_entry from booked b
    )
    select count(x.id) from append_entries((select array_agg(entry order by at, rank) from wanted)) x`,
  );
}

/** Every fourth order that was delivered was bought by a traveller; without payments, so after the books were checked. */
export async function fillCheckouts(ctx: AccountCtx): Promise<void> {
  await run(
    ctx,
    sql`
    insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price, total_amount,
      currency, unit_cap, order_id, created_at, paid_at, updated_at)
    select account_id, 'live', 'order', 'delivered', 'volume-' || id, 'traveller-' || id || '@mail.example', 'en', package_id, package_name, 1, 9, 9, 9,
           currency, 5, id, created_at, created_at, created_at
      from orders where account_id = ${ctx.account.id} and status = 'delivered' and id % 4 = 0`,
  );
  await run(ctx, sql`analyze checkouts`);
}

async function fillKeys(ctx: AccountCtx): Promise<number[]> {
  const rows = await run<{ id: number }>(
    ctx,
    sql`
    insert into api_keys (account_id, environment, public_id, name, hash, scopes, allowed_ips, created_at)
    select ${ctx.account.id}, 'live', left(md5(${`${ctx.account.id}-`} || i), 8), 'Shop ' || i, sha256(i::text::bytea), '{orders:read}', '{}', now() - interval '1 year'
      from generate_series(1, 5) i returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Ninety days of requests: eight in a hundred refused, one in five a POST. */
async function fillRequests(ctx: AccountCtx, count: number, keys: number[]): Promise<void> {
  for (let from = 0; from < count; from += 100_000)
    await run(
      ctx,
      sql`
      insert into api_requests (request_id, account_id, environment, key_id, method, path, operation, status, code, duration_ms, ip, body, message, created_at)
      select 'req_' || lpad(i::text, 26, '0'), ${ctx.account.id}, 'live', (${keys}::int[])[1 + i % 5], o.method, o.path, o.method || ' ' || o.path,
             case when i % 100 < 8 then 422 else 200 end,
             case when i % 1000 = 3 then 'insufficient_balance' when i % 100 < 8 then 'validation_error' end, 3 + i % 40, '203.0.113.9',
             case when o.method = 'POST' then '{"package_id":"volume-1","quantity":1}' end, case when i % 100 < 8 then 'Refused.' end,
             now() - (${count}::int - i) * interval '90 days' / ${count}::int
        from generate_series(${from}::int + 1, ${Math.min(count, from + 100_000)}::int) i
        cross join lateral (select case when i % 5 = 0 then 'POST' else 'GET' end as method,
                                   case when i % 5 = 0 then '/api/v1/orders' when i % 5 < 3 then '/api/v1/packages' else '/api/v1/esims' end as path) o`,
    );
}

/** One event of each of the newest orders, to two endpoints; one in a hundred failed for good. */
async function fillDeliveries(ctx: AccountCtx, count: number): Promise<void> {
  const { id } = ctx.account;
  const body = (type: EventType) => JSON.stringify(JSON.parse(sampleBody(ctx, type)).data);
  await run(
    ctx,
    sql`
    insert into webhook_endpoints (account_id, environment, url, events, status, secret, created_at)
    select ${id}, 'live', 'https://hooks.example.com/' || i, '{*}', 'disabled', '\\x00', now() from generate_series(1, 2) i`,
  );
  await run(
    ctx,
    sql`
    insert into events (event_id, account_id, environment, type, data, created_at)
    select 'evt_volume_' || o.id, ${id}, 'live', case o.status when 'failed' then 'order.failed' else 'order.delivered' end,
           jsonb_set(jsonb_set(case o.status when 'failed' then ${body("order.failed")}::jsonb else ${body("order.delivered")}::jsonb end,
                               '{order,id}', to_jsonb(o.id)), '{order,reference}', to_jsonb('B2B-' || o.id))::text, o.created_at
      from (select * from orders where account_id = ${id} order by id desc limit ${count / 2}::int) o order by o.id`,
  );
  await run(
    ctx,
    sql`
    insert into deliveries (endpoint_id, event_id, status, attempt_count, next_attempt_at, last_http_status, last_error, created_at, delivered_at)
    select w.id, e.id, case when e.id % 100 = 0 then 'failed' when e.id % 1000 = 1 then 'retrying' else 'delivered' end, 1,
           case when e.id % 1000 = 1 then now() + interval '1 day' end, case when e.id % 100 = 0 then 500 else 200 end,
           case when e.id % 100 = 0 then 'The endpoint answered 500.' end, e.created_at, case when e.id % 100 <> 0 and e.id % 1000 <> 1 then e.created_at end
      from events e join webhook_endpoints w on w.account_id = e.account_id where e.account_id = ${id} order by e.id, w.id`,
  );
  await run(
    ctx,
    sql`
    insert into delivery_attempts (delivery_id, number, headers, http_status, response, error, duration_ms, created_at)
    select d.id, 1, '{}', d.last_http_status, 'ok', d.last_error, 20 + d.id % 200, d.created_at
      from deliveries d join webhook_endpoints w on w.id = d.endpoint_id where w.account_id = ${id} order by d.id`,
  );
}

async function fillAudit(ctx: AccountCtx, count: number): Promise<void> {
  await run(
    ctx,
    sql`
    insert into audit_entries (actor, act, account_id, subject, details, created_at)
    select 'staff:person' || i % 7 || '@example.com', (array['key.create', 'webhook.update', 'brand.update', 'member.invite'])[1 + i % 4],
           ${ctx.account.id}, 'subject-' || i, '{}', now() - (${count}::int - i) * interval '5 minutes'
      from generate_series(1, ${count}::int) i`,
  );
}
