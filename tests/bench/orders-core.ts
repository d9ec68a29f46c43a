import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";

/** Completed calls per second of `work`, after a warm-up. */
export async function rate(
  seconds: number,
  work: (i: number) => Promise<unknown>,
  { clients = 16, warmUpMs = 1_000 } = {},
): Promise<number> {
  let i = 0;
  const run = async (until: number) => {
    let done = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          await work(i++);
          done++;
        }
      }),
    );
    return done;
  };
  await run(performance.now() + warmUpMs);
  const start = performance.now();
  const done = await run(start + seconds * 1_000);
  const perSecond = done / ((performance.now() - start) / 1_000);
  await sleep(300);
  return Math.round(perSecond);
}

/** The domain verb, without HTTP. */
export const byVerb = (contexts: AccountCtx[], packageId: string) => async (i: number) => {
  const ctx = contexts[i % contexts.length]!;
  await placeOrder(
    ctx,
    { packageId, quantity: 1 },
    { operation: "POST /orders", key: randomUUID(), fingerprint: "ab".repeat(32), answer: JSON.stringify },
  );
};

/** The floor: the same rows by one statement through the bare driver, with no check of anything. */
export const byBareStatement = (contexts: AccountCtx[], packageId: number) => async (i: number) => {
  const accountId = contexts[i % contexts.length]!.account.id;
  const key = randomUUID();
  await database().query(sql`
    with w as (
      update wallets set balance = balance - 5, sequence = sequence + 1, head_hash = sha256(head_hash || convert_to(${key}, 'UTF8'))
       where account_id = ${accountId} returning account_id, balance, sequence, head_hash
    ), k as (
      insert into idempotency_keys (account_id, environment, operation, key, fingerprint, response, created_at)
      values (${accountId}, 'live', 'POST /orders', ${key}, decode(repeat('ab', 32), 'hex'), repeat('x', 400), now())
    ), o as (
      insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, unit_price, total_amount, currency,
        supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      values (${accountId}, 'live', 'queued', ${packageId}, 'Package', 1, 5, 5, 'USD', 'esimaccess', 4, 5, ${key}, now(), now()) returning id
    ), l as (
      insert into ledger_entries (account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash)
      select w.account_id, w.sequence, 'debit', -5, 'USD', w.balance + 5, w.balance, 0, 'order:' || o.id, 'Order', now(), w.head_hash from w, o
    ), e as (
      insert into events (event_id, account_id, environment, type, data, created_at) values (${key}, ${accountId}, 'live', 'order.created', repeat('x', 420), now())
    )
    insert into outbox_jobs (job, key, payload, run_at) select 'fulfil-order', 'fulfil-order:' || o.id, jsonb_build_object('orderId', o.id), now() from o`);
};
