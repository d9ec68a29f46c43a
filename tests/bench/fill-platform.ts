import type { Database, Queryable, Sql } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";

export type Size = { accounts: number; orders: number };

const DAYS = 365;

/**
 * A year of a busy platform, straight into the tables: accounts, packages of three suppliers for 80 countries, orders with
 * moves, ledger and supplier's parts, exchanges, acts on record, webhooks. Amounts and times are plausible, hashes are not.
 */
export async function fillPlatform(db: Database, { accounts, orders }: Size, say: (line: string) => void) {
  for (const [what, statements] of Object.entries(steps(accounts, orders))) {
    const started = performance.now();
    for (const statement of statements)
      await db.transaction(async (tx) => {
        await tx.query(sql`set local statement_timeout = 0`);
        await tx.query(sql`set local synchronous_commit = off`);
        await tx.query(statement);
      });
    say(`  ${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  }
  await analyse(db);
}

const analyse = async (db: Queryable) => {
  for (const table of [
    "orders",
    "esims",
    "order_moves",
    "ledger_entries",
    "supplier_orders",
    "supplier_calls",
    "audit_entries",
  ])
    await db.query({ text: `analyze ${table}`, values: [], name: `analyse-${table}` });
};

/** Orders in the order of their time, the newest a minute ago. */
const placedAt = (orders: number): Sql =>
  sql`now() - interval '1 minute' - make_interval(secs => (${orders}::float8 - i) * ${(DAYS * 86_400) / orders}::float8)`;

function steps(accounts: number, orders: number): Record<string, Sql[]> {
  const part = 250_000;
  const parts = Array.from({ length: Math.ceil(orders / part) }, (_, n) => [n * part + 1, (n + 1) * part] as const);
  const each = (make: (from: number, to: number) => Sql) => parts.map(([from, to]) => make(from, Math.min(to, orders)));
  return {
    accounts: [
      sql`insert into accounts (code, company_name, email, currency, plan)
          select 'ACC-' || lpad(i::text, 8, '0'), 'Reisebüro und Fernwehkontor Nummer ' || i || ' GmbH & Co. KG', 'info' || i || '@example.com',
                 (array['EUR', 'USD', 'GBP'])[1 + i % 3], 'growth' from generate_series(1, ${accounts}::int) i`,
      sql`insert into wallets (account_id, balance, credit_enabled, credit_limit, credit_status, head_hash)
          select id, 1234567.8901, id % 4 = 0, case when id % 4 = 0 then 50000 else 0 end, case when id % 4 = 0 then 'active' else 'none' end, sha256(code::bytea)
            from accounts on conflict do nothing`,
      sql`insert into api_keys (account_id, environment, public_id, name, hash, scopes, signing_secret, allowed_ips)
          select id, 'live', lpad(to_hex(id), 8, '0'), 'shop', sha256(code::bytea), '{}', null, '{}' from accounts`,
    ],
    packages: [
      sql`insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
            duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, changed_at)
          select 'bench-' || i, (array['esimaccess', 'airalo', 'esimgo'])[1 + i % 3], 'B' || i, 'Package ' || i, 'local', c, 'europe', array[c], 1024, false,
                 false, 30, 180, '4G', '5G', '[]', 'first_connection', 'local:' || c || ':' || i, true, 4, i::text, now()
            from (select i, chr(65 + i % 80 / 9) || chr(65 + i % 80 % 9) as c from generate_series(1, 3000) i) p`,
    ],
    orders: each(
      (from, to) => sql`
      insert into orders (account_id, environment, client_reference, status, package_id, package_name, requested_quantity, delivered_quantity, unit_price, total_amount,
        refunded_amount, currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select 1 + (i * 7919) % ${accounts}::int, 'live', case when i % 10 < 7 then 'shop-' || i end,
             case when i % 50 = 0 then 'refunded' when i % 1000 = 1 and i < ${orders}::bigint / 2 then 'failed' else 'delivered' end, 1 + i % 3000, 'Package', 1 + i % 3, 1 + i % 3,
             5, 5 * (1 + i % 3), case when i % 50 = 0 or i % 1000 = 1 and i < ${orders}::bigint / 2 then 5 * (1 + i % 3) else 0 end, 'USD', (array['esimaccess', 'airalo', 'esimgo'])[1 + i % 3], 4, 5,
             'req_' || i, ${placedAt(orders)}, ${placedAt(orders)}
        from generate_series(${from}::bigint, ${to}::bigint) i`,
    ),
    esims: each(
      (from, to) => sql`
      insert into esims (account_id, environment, order_id, supplier_code, supplier_esim_id, supplier_reference, iccid, imsi, eid, activation_code,
        smdp_address, status, installation_status, total_bytes, used_bytes, validity_days, expires_at, synced_at, created_at, updated_at)
      select account_id, 'live', id, supplier_code, 'E' || id, 'S' || id, '8944' || lpad(id::text, 15, '0'), '2340' || lpad(id::text, 11, '0'),
             case when id % 4 = 0 then '8904' || lpad(id::text, 28, '0') end, 'LPA:1$smdp.example.com$' || id, 'smdp.example.com',
             case when created_at < now() - interval '40 days' then case when id % 500 = 7 then 'suspended' else 'expired' end
                  when id % 20 < 12 then 'activated' else 'ready' end,
             'installed', 5368709120, 0, 30, created_at + interval '40 days', created_at, created_at, created_at
        from orders where id between ${from} and ${to}`,
    ),
    moves: each(
      (from, to) => sql`
      insert into order_moves (order_id, previous_status, current_status, created_at)
      select id, 'processing', 'delivered', created_at + make_interval(secs => 2 + id % 30) from orders where id between ${from} and ${to}`,
    ),
    parts: each(
      (from, to) => sql`
      insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, supplier_reference,
        sent_at, sends, created_at, updated_at)
      select id, 1, supplier_code, 'B', 'R' || id, requested_quantity, unit_cost_usd, 'delivered', 'S' || id, created_at, 1, created_at,
             created_at + make_interval(secs => 2 + id % 30) from orders where id between ${from} and ${to}`,
    ),
    ledger: each(
      (from, to) => sql`
      insert into ledger_entries (account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash)
      select account_id, id, 'debit', -total_amount, 'USD', 1000000, 1000000 - total_amount, 0, 'order:' || id, 'Order B2B-' || id, created_at, ''
        from orders where id between ${from} and ${to}`,
    ),
    exchanges: each(
      (from, to) => sql`
      insert into supplier_calls (supplier_code, operation, order_id, reference, outcome, request, response, duration_ms, created_at)
      select supplier_code, 'order', id, 'R' || id, 'ok', 'POST /order', '{"ok":true}', 120 + id % 400, created_at
        from orders where id between ${from} and ${to} and id % 2 = 0`,
    ),
    "acts, actions, decisions": [
      // As many in one transaction take a minute to seal, and nobody verifies them.
      sql`alter table audit_entries disable trigger audit_entries_seal`,
      sql`insert into audit_entries (actor, act, account_id, subject, details, created_at)
          select 'staff:person' || i % 6000 || '@example.com', (array['key.create', 'key.revoke', 'member.invite', 'account.change', 'fx.pin'])[1 + i % 5],
                 1 + i % ${accounts}::int, 'svc_live_' || to_hex(i), '{"before": {"status": "active"}}', now() - make_interval(secs => (500000 - i) * 60)
            from generate_series(1, 500000) i`,
      sql`alter table audit_entries enable trigger audit_entries_seal`,
      sql`insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id, reference,
            package_name, unit_cost_usd, settled_at, created_at, updated_at)
          select account_id, 'live', id, id, supplier_code, 'topup', 'succeeded', 5, 'USD', true, 'req_a' || id, 'A' || id, '1 GB', 4, created_at, created_at,
                 created_at from orders where id % 20 = 0`,
      sql`insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, request_id, reference, created_at,
            updated_at)
          select account_id, 'live', id, id, supplier_code, 'suspend', 'under_review', 0, 'USD', 'req_u' || id, 'U' || id, now() - interval '3 days', now()
            from orders order by id desc limit 40`,
      sql`insert into decisions (kind, account_id, subject, amount, currency, bank_reference, details, reason, status, asked_by, asked_at, decided_by, decided_at)
          select 'deposit', 1 + i % ${accounts}::int, 'ACC-' || lpad((1 + i % ${accounts}::int)::text, 8, '0'), 1234567.8901, 'EUR', 'SEPA ' || i, '{}', 'Statement',
                 'done', 'first@platform.example', now(), 'second@platform.example', now() from generate_series(1, 20000) i`,
    ],
    webhooks: [
      sql`insert into webhook_endpoints (account_id, environment, url, events, secret)
          select id, 'live', 'https://example.com/' || id, '{}', '' from accounts`,
      sql`insert into events (event_id, account_id, environment, type, data, created_at)
          select 'evt_' || i, 1 + i % ${accounts}::int, 'live', 'order.created', '{}', now() from generate_series(1, 200000) i`,
      sql`insert into deliveries (endpoint_id, event_id, status, attempt_count, delivered_at)
          select 1 + i % ${accounts}::int, i, 'delivered', 1, now() from generate_series(1, 200000) i`,
      sql`insert into key_usage (key_id, minute, requests, errors, duration_ms, counted)
          select k, date_trunc('minute', now()) - make_interval(mins => m * 7), 30, 1, 900, 30
            from generate_series(1, least(300, ${accounts}::int)) k, generate_series(1, 200) m`,
      sql`insert into fx_rates (currency, rate, source, source_date, fetched_at, verified, changed_at)
          values ('EUR', 0.92, 'ecb', current_date, now(), true, now()), ('GBP', 0.79, 'ecb', current_date, now(), true, now()) on conflict do nothing`,
    ],
    "incidents, statements": [
      sql`insert into announcements (tone, title, text, starts_at, created_by, created_at) select 'info', 'News ' || i, 'Text', now(), 'x', now() from generate_series(1, 200) i`,
      sql`insert into incidents (title, severity, state, components, audience, updates, began_at, opened_at, opened_by, resolved_at, announcement_id)
          select 'Incident ' || i, 'major', case when i = 200 then 'identified' else 'resolved' end, '{network-1,api}', 'affected', 5, at, at, 'x', case when i < 200 then at end, i
            from generate_series(1, 200) i, lateral (select now() - make_interval(hours => (200 - i) * 8) as at) t`,
      sql`insert into incident_updates (incident_id, number, state, text, written_by, at)
          select i.id, n, 'identified', 'What is known', 'x', i.opened_at from incidents i, generate_series(1, 5) n`,
      sql`insert into incident_effects (incident_id, account_id, what, ref, amount, currency, first_at, seen_at)
          select 200, account_id, 'order', 'B2B-' || id, total_amount, 'USD', now(), now() from orders order by id desc limit 20000`,
      sql`insert into supplier_statements (supplier_code, file_name, hash, period_from, period_to, lines, matched, seen_before, skipped, total, uploaded_by, uploaded_at)
          select 'airalo', 'file-' || i, sha256(i::text::bytea), now() - interval '1 month', now(), 10000, 9500, 0, 0, 1, 'x', now() from generate_series(1, 50) i`,
      sql`insert into statement_lines (statement_id, number, identity, reference, amount, currency, charge)
          select 1 + i % 50, i, 'line ' || i, 'S' || i, 4, 'USD', 'part:' || i from generate_series(1, 500000) i`,
      sql`insert into statement_differences (key, statement_id, finding, reference, currency, amount, text, account_id)
          select 'key ' || i, 1 + i % 50, 'amount', 'S' || i, 'USD', 1, 'Line ' || i || ': took another amount', 1 + i % 300 from generate_series(1, 25000) i`,
    ],
  };
}
