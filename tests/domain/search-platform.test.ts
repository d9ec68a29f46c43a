import { describe, expect, test } from "vitest";
import { listAllEsims, listAllOrders, searchPlatform } from "#server/domain/control/search/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newPerson } from "#tests/support/people.ts";
import { newPackage, system } from "#tests/support/world.ts";

// Our own staff find everything of every reseller by what people read to them.

/** An account with one of everything, each under a name that nobody else has. */
async function newReseller(environment: "test" | "live" = "live") {
  const person = await newPerson();
  const ctx = await person.inAccount(environment);
  const { accountId } = tenant(ctx);
  const mark = ulid().toLowerCase();
  const db = database();
  const { packageId, id } = await newPackage();
  const order = await deliveredOrder(ctx, packageId);
  const orderId = Number(order.orderReference.slice(4));
  const [client, email, sentTo] = [`Shop-${mark}`, `ann.${mark}@mail.example`, `zoe.${mark}@sent.example`];
  const [supplierReference, moneyReference] = [`SUP-${mark}`, `pi_${mark}`];
  await db.query(sql`update orders set client_reference = ${client} where id = ${orderId}`);
  await db.query(sql`update esims set eid = ${`89${String(orderId).padStart(30, "0")}`} where order_id = ${orderId}`);
  await db.query(sql`
    insert into supplier_orders (order_id, part, quantity, supplier_code, supplier_package_id, reference, supplier_reference, status, unit_cost_usd, created_at, updated_at)
    values (${orderId}, 1, 1, 'esimaccess', 'p', ${`R-${mark}`}, ${supplierReference}, 'review', 1, now(), now())`);
  const checkout = one(
    await db.query<{ id: number; number: string }>(sql`
      insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price, total_amount,
        currency, unit_cap, order_id, created_at, paid_at, updated_at)
      values (${accountId}, ${environment}, 'order', 'delivered', ${mark}, ${email}, 'en', ${id}, 'A plan', 1, 9, 9, 9, 'USD', 5, ${orderId}, now(), now(), now())
      returning id, number`),
  );
  await db.query(sql`
    insert into payments (account_id, environment, checkout_id, provider, reference, money_reference, amount, currency, status, created_at, expires_at, paid_at, updated_at)
    values (${accountId}, ${environment}, ${checkout.id}, 'stripe', ${`cs_${mark}`}, ${moneyReference}, 9, 'USD', 'paid', now(), now(), now(), now())`);
  await db.query(sql`
    insert into handovers (account_id, environment, order_id, recipient, language, sent_by, created_at, expires_at)
    values (${accountId}, ${environment}, ${orderId}, ${sentTo}, 'en', 'test', now(), now())`);
  const { keyPrefix } = await createKey(system(), person.code, { environment, name: "Shop", scopes: ["orders:read"] });
  await fundWallet(system(), person.code, money(5));
  const entry = one(
    await db.query<{ id: number }>(sql`select max(id) as id from ledger_entries where account_id = ${accountId}`),
  );
  const companyName = `Company ${mark}`;
  await db.query(sql`update accounts set company_name = ${companyName} where id = ${accountId}`);
  return {
    ...{
      person,
      ctx,
      order,
      orderId,
      client,
      email,
      sentTo,
      supplierReference,
      moneyReference,
      keyPrefix,
      companyName,
    },
    ...{ number: checkout.number, session: `cs_${mark}`, entry: `LED-${entry.id}`, mark },
  };
}

const found = async (text: string) =>
  (await searchPlatform(system(), text)).map(
    ({ kind, reference, accountCode }) => `${kind} ${reference} ${accountCode}`,
  );

describe("whatever a reseller or a traveller reads out", () => {
  test.each(["live", "test"] as const)("is found with whose it is, in %s", async (environment) => {
    const desk = await newReseller(environment);
    const { code, email: member } = desk.person;
    const order = `order ${desk.order.orderReference} ${code}`;
    const esim = `esim ${desk.order.iccid} ${code}`;
    const sale = `sale ${desk.number} ${code}`;
    const payment = `payment ${desk.moneyReference} ${code}`;
    const ways: [string, string][] = [
      [code, `account ${code} ${code}`],
      [desk.companyName.toUpperCase(), `account ${code} ${code}`],
      [member, `person ${member} ${code}`],
      [desk.order.orderReference.toLowerCase(), order],
      [desk.order.orderReference, `case ${desk.order.orderReference} ${code}`],
      [` ${desk.client} `, order],
      [desk.client.slice(0, 12), order],
      [desk.supplierReference, order],
      [desk.order.iccid, esim],
      [desk.order.iccid.slice(-9), esim],
      [`89${String(desk.orderId).padStart(30, "0")}`, esim],
      [desk.email.toUpperCase(), sale],
      [desk.sentTo, order],
      [desk.number.replace("-", " ").toLowerCase(), sale],
      [desk.moneyReference, payment],
      [desk.session, payment],
      [desk.entry, `entry ${desk.entry} ${code}`],
      [desk.keyPrefix, `key ${desk.keyPrefix} ${code}`],
    ];
    for (const [text, expected] of ways) expect(await found(text), text).toContain(expected);
    const [paid] = await searchPlatform(system(), desk.moneyReference);
    expect(paid).toMatchObject({ opens: desk.number, environment, companyName: desk.companyName });
  });

  test("is of nobody else, and what nothing is called finds nothing", async () => {
    const [one, other] = [await newReseller(), await newReseller()];
    for (const text of [one.email, one.client, one.moneyReference, one.number])
      expect(
        (await searchPlatform(system(), text)).filter(({ accountCode }) => accountCode === other.person.code),
      ).toEqual([]);
    for (const text of [
      "%",
      "__",
      "\\",
      "'; drop table orders; --",
      "a\u0000b",
      "\ud800x",
      "9".repeat(40),
      "B2B-0",
      "LED-x",
      "req_",
      "svc_live_",
    ])
      expect(await found(text), text).toEqual([]);
  });
});

describe("the newest orders and eSIMs of everybody", () => {
  const lists = {
    orders: async (asked: object) =>
      (await listAllOrders(system(), { limit: 50, ...asked })).items.map(({ id, accountCode }) => [id, accountCode]),
    esims: async (asked: object) =>
      (await listAllEsims(system(), { limit: 50, ...asked })).items.map(({ orderId, accountCode }) => [
        orderId,
        accountCode,
      ]),
  };
  test.each(["orders", "esims"] as const)("%s: by account, environment and status, page by page", async (kind) => {
    const [live, tested] = [await newReseller("live"), await newReseller("test")];
    const list = lists[kind];
    const status = kind === "orders" ? "delivered" : "ready";
    const [ofLive, ofTest] = [
      [live.orderId, live.person.code],
      [tested.orderId, tested.person.code],
    ];
    for (const asked of [{}, { status }]) {
      expect((await list(asked)).slice(0, 2)).toEqual([ofTest, ofLive]);
      expect(await list({ ...asked, environment: "live" })).not.toContainEqual(ofTest);
      expect(await list({ ...asked, account: live.person.code.toLowerCase() })).toEqual([ofLive]);
      expect(await list({ ...asked, account: live.person.code, environment: "test" })).toEqual([]);
    }
    expect(await list({ status: kind === "orders" ? "failed" : "expired", account: live.person.code })).toEqual([]);
    const last = await (kind === "orders"
      ? listAllOrders(system(), { limit: 1 })
      : listAllEsims(system(), { limit: 1 }));
    expect(last.items).toHaveLength(1);
    expect((await list({ beforeId: last.nextCursor }))[0]).toEqual(ofLive);
  });
});

const asOf = (ctx: AccountCtx) => ({ ...system(), actor: ctx.actor });

test("a reseller's own people find nothing by it", async () => {
  const { ctx } = await newReseller();
  await expect(searchPlatform(asOf(ctx), "anything")).rejects.toMatchObject({ code: "access_denied" });
  await expect(listAllOrders(asOf(ctx), { limit: 1 })).rejects.toMatchObject({ code: "access_denied" });
});
