import { beforeAll, describe, expect, test } from "vitest";
import { listAttention } from "#server/domain/control/attention/index.ts";
import { BY_OWNER } from "#server/domain/messaging/webhooks/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { movableClock, newPerson } from "#tests/support/people.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const clock = movableClock();
let packageId: string;
beforeAll(async () => {
  ({ packageId } = await newPackage());
});

const someone = async (wallet = 1_000) => ({ ...(await enter((await newAccount({ wallet })).code)), clock });

async function order(ctx: Awaited<ReturnType<typeof someone>>): Promise<{ id: number; reference: string }> {
  const { response } = await placeOrder(ctx, { packageId, quantity: 2 }, claim());
  return JSON.parse(response);
}

const kinds = async (ctx: Awaited<ReturnType<typeof someone>>) => (await listAttention(ctx)).map(({ kind }) => kind);

test("an account whose orders are on their way has nothing to look at", async () => {
  const ctx = await someone();
  await order(ctx);
  expect(await listAttention(ctx)).toEqual([]);
});

describe("an order without an outcome", () => {
  test("says what is known, when it is looked at next and until when, and what is at stake", async () => {
    const ctx = await someone();
    const { id } = await order(ctx);
    const later = { ...ctx, clock: movableClock(clock.now().getTime() + 20 * MINUTE) };
    expect(await listAttention(later)).toMatchObject([
      { kind: "open_order", reference: `B2B-${id}`, known: "waiting", quantity: 2, currency: "USD", nextLookAt: null },
    ]);
    const sentAt = clock.now();
    const look = new Date(later.clock.now().getTime() + HOUR);
    await database().query(sql`
      insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, sent_at, created_at, updated_at)
      values (${id}, 1, 'esimaccess', 'x', ${`attention-${id}`}, 2, 4, 'sent', ${sentAt}, ${sentAt}, ${sentAt})`);
    await database().query(sql`update outbox_jobs set run_at = ${look} where key = ${`fulfil-order:${id}`}`);
    const [unanswered] = await listAttention(later);
    expect(unanswered).toMatchObject({
      known: "unanswered",
      nextLookAt: look,
      until: new Date(sentAt.getTime() + DAY),
    });

    await database().query(sql`update supplier_orders set status = 'review' where order_id = ${id}`);
    const [review] = await listAttention(ctx);
    expect(review).toMatchObject({ known: "review", nextLookAt: null, until: new Date(sentAt.getTime() + 3 * DAY) });

    await database().query(sql`update orders set status = 'delivered' where id = ${id}`);
    expect(await listAttention(later)).toEqual([]);
  });
});

test("what failed is told for three days", async () => {
  const ctx = await someone();
  const { id } = await order(ctx);
  await database().query(sql`update orders set status = 'failed' where id = ${id}`);
  expect(await listAttention(ctx)).toEqual([{ kind: "failed_orders", count: 1, newest: `B2B-${id}` }]);
  expect(await listAttention({ ...ctx, clock: movableClock(clock.now().getTime() + 3 * DAY + MINUTE) })).toEqual([]);
});

test("endpoints that fail and deliveries that were given up; one that somebody switched off is nobody's worry", async () => {
  const { ctx } = await newEndpoint("https://93.184.216.34/attention");
  await announce(ctx);
  await database().query(sql`
    update deliveries set status = 'failed', next_attempt_at = null where endpoint_id in (select id from webhook_endpoints where account_id = ${ctx.account.id})`);
  await database().query(sql`update webhook_endpoints set failing_since = now() where account_id = ${ctx.account.id}`);
  expect(await listAttention(ctx)).toMatchObject([
    { kind: "endpoint", url: "https://93.184.216.34/attention", disabled: false },
    { kind: "deliveries", count: 1 },
  ]);
  const disabled = (reason: string) =>
    database().query(sql`
      update webhook_endpoints set status = 'disabled', disabled_reason = ${reason} where account_id = ${ctx.account.id}`);
  await disabled("It failed 100 times.");
  expect(await listAttention(ctx)).toMatchObject([
    { kind: "endpoint", disabled: true, reason: "It failed 100 times." },
    { kind: "deliveries" },
  ]);
  await disabled(BY_OWNER);
  expect((await listAttention(ctx)).map(({ kind }) => kind)).toEqual(["deliveries"]);
});

test("money that is gone within three days at the rate of the last two weeks", async () => {
  const ctx = await someone(100);
  await order(ctx);
  expect(await kinds(ctx)).toEqual([]);
  while (await order(ctx).catch(() => null));
  expect(await listAttention(ctx)).toMatchObject([{ kind: "low_balance", currency: "USD" }]);
});

test("a key that ends within a month", async () => {
  const ctx = await someone();
  const key = (days: number) =>
    createKey(system({ clock }), ctx.account.code, {
      environment: "live",
      name: `${days} days`,
      scopes: ["orders:read"],
      expiresAt: new Date(clock.now().getTime() + days * DAY),
    });
  await key(60);
  const { keyPrefix } = await key(20);
  expect(await listAttention(ctx)).toMatchObject([{ kind: "key", prefix: keyPrefix, name: "20 days" }]);
});

test("nobody is told what their role may not see, nor what is another account's or environment's", async () => {
  const owner = await newPerson("owner");
  await fundWallet(system(), owner.code, money(100));
  const failed = async () => {
    const ctx = await owner.inAccount("live");
    const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
    const { id } = JSON.parse(response);
    await database().query(sql`update orders set status = 'failed' where id = ${id}`);
    await createKey(system(), owner.code, {
      environment: "live",
      name: "ends",
      scopes: ["orders:read"],
      expiresAt: new Date(Date.now() + DAY),
    });
  };
  await failed();
  const seen = async (who: typeof owner, environment: "test" | "live") =>
    (await listAttention(await who.inAccount(environment)))
      .map(({ kind }) => kind)
      .filter((kind) => kind !== "notifications");
  expect(await seen(owner, "live")).toEqual(["failed_orders", "key"]);
  expect(await seen(owner, "test")).toEqual([]);
  expect(await seen(await newPerson("owner"), "live")).toEqual([]);
  expect(await seen(await newPerson("support", owner.code), "live")).toEqual(["failed_orders"]);
});
