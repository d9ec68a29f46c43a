import { describe, expect, test } from "vitest";
import { searchRecords } from "#server/domain/control/search/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newPerson } from "#tests/support/people.ts";
import { newPackage, system } from "#tests/support/world.ts";

/** An account that has one of everything, under names that nobody else has. */
async function newDesk() {
  const person = await newPerson();
  const ctx = await person.inAccount("live");
  const { packageId, id } = await newPackage();
  const mark = ulid().toLowerCase();
  const order = await deliveredOrder(ctx, packageId);
  const orderId = Number(order.orderReference.slice(4));
  const [client, email, url] = [`Shop-${mark}-0042`, `ann.${mark}@mail.example`, `https://hooks-${mark}.example/esim`];
  await database().query(sql`update orders set client_reference = ${client} where id = ${orderId}`);
  await addCheckout(ctx, { email, packageId: id, orderId });
  const several = `sam.${mark}@mail.example`;
  const sale = await addCheckout(ctx, { email: several, packageId: id, lines: 2 });
  const customer = `zoe.${mark}@sent.example`;
  await addHandover(ctx, customer, orderId);
  const requestId = `req_${ulid()}`;
  const { keyPrefix } = await createKey(system(), person.code, {
    environment: "live",
    name: "Shop",
    scopes: ["orders:read"],
  });
  await addRequest(ctx, requestId, keyPrefix.slice(9));
  const eventId = `evt_${ulid()}`;
  const { accountId } = tenant(ctx);
  await database().query(
    sql`insert into events (event_id, account_id, environment, type, data, created_at) values (${eventId}, ${accountId}, 'live', 'integration.test', '{}', now())`,
  );
  const endpoint = one(
    await database().query<{ id: number }>(sql`
      insert into webhook_endpoints (account_id, environment, url, events, secret) values (${accountId}, 'live', ${url}, '{*}', '\\x00') returning id`),
  );
  return {
    person,
    ctx,
    mark,
    order,
    client,
    email,
    several,
    sale,
    customer,
    url,
    requestId,
    keyPrefix,
    eventId,
    endpointId: String(endpoint.id),
  };
}

async function addCheckout(
  ctx: AccountCtx,
  {
    email,
    packageId,
    orderId = null,
    lines = 1,
  }: { email: string; packageId: number; orderId?: number | null; lines?: number },
): Promise<string> {
  const { accountId } = tenant(ctx);
  const made = await database().query<{ number: string }>(sql`
    insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price, total_amount,
      currency, unit_cap, order_id, lines, created_at, paid_at, updated_at)
    values (${accountId}, 'live', 'order', 'delivered', ${email}, ${email}, 'en', ${packageId}, 'A plan', 1, 9, 9, 9, 'USD', 5, ${orderId}, ${lines}, now(), now(), now())
    returning number`);
  return one(made).number;
}

async function addHandover(ctx: AccountCtx, recipient: string, orderId: number) {
  const { accountId } = tenant(ctx);
  await database().query(sql`
    insert into handovers (account_id, environment, order_id, recipient, language, sent_by, created_at, expires_at)
    values (${accountId}, 'live', ${orderId}, ${recipient}, 'en', 'test', now(), now())`);
}

async function addRequest(ctx: AccountCtx, requestId: string, publicId: string) {
  const { accountId } = tenant(ctx);
  const key = one(await database().query<{ id: number }>(sql`select id from api_keys where public_id = ${publicId}`));
  await database().query(sql`
    insert into api_requests (request_id, account_id, environment, key_id, method, path, operation, status, duration_ms, ip, created_at)
    values (${requestId}, ${accountId}, 'live', ${key.id}, 'GET', '/api/v1/orders', 'GET /api/v1/orders', 200, 3, '203.0.113.9', now())`);
}

const found = async (ctx: AccountCtx, text: string) =>
  (await searchRecords(ctx, text)).map(({ kind, reference }) => `${kind} ${reference}`);

/** Every text that a record of the desk is found by, and what it finds. */
function waysTo(desk: Awaited<ReturnType<typeof newDesk>>): [text: string, expected: string][] {
  const { order, client, email, several, sale, customer, url, mark, requestId, keyPrefix, eventId, endpointId } = desk;
  const [byOrder, byEsim] = [`order ${order.orderReference}`, `esim ${order.iccid}`];
  return [
    [order.orderReference, byOrder],
    [order.orderReference.toLowerCase(), byOrder],
    [order.orderReference.slice(4), byOrder],
    [client, byOrder],
    [client.slice(0, 20), byOrder],
    [client.slice(6), byOrder],
    [client.slice(8, 24).toUpperCase(), byOrder],
    [order.iccid, byEsim],
    [order.iccid.slice(-6), byEsim],
    [`${order.iccid.slice(-9, -4)} ${order.iccid.slice(-4)}`, byEsim],
    [order.iccid.slice(4, -1), byEsim],
    [email, byOrder],
    [email.toUpperCase(), byOrder],
    [`${mark}@mail`, byOrder],
    [several, `sale ${sale}`],
    [`${mark}@mail`, `sale ${sale}`],
    [customer.slice(0, 9), byOrder],
    [customer.toUpperCase(), byOrder],
    [`${mark}@sent`, byOrder],
    [url, `endpoint ${endpointId}`],
    [`hooks-${mark}`, `endpoint ${endpointId}`],
    [requestId, `request ${requestId}`],
    [requestId.toLowerCase(), `request ${requestId}`],
    [eventId, `event ${eventId}`],
    [keyPrefix, `key ${keyPrefix}`],
    [keyPrefix.slice(0, 13), `key ${keyPrefix}`],
  ];
}

describe("a record is found", () => {
  test("by any part of what people call it, and said why", async () => {
    const desk = await newDesk();
    for (const [text, expected] of waysTo(desk)) expect(await found(desk.ctx, text), text).toContain(expected);
    const [byEmail] = await searchRecords(desk.ctx, desk.email);
    expect(byEmail!.about).toContain(desk.email);
    const [byDigits] = await searchRecords(desk.ctx, desk.order.iccid.slice(-6));
    expect(byDigits!.about).toContain(desk.order.orderReference);
  });

  test("by nobody of another account or environment", async () => {
    const desk = await newDesk();
    const stranger = await newPerson();
    for (const ctx of [
      await stranger.inAccount("live"),
      await stranger.inAccount("test"),
      await desk.person.inAccount("test"),
    ])
      for (const [text] of waysTo(desk)) expect(await searchRecords(ctx, text), text).toEqual([]);
  });

  test("by whom the role lets see it", async () => {
    const desk = await newDesk();
    const support = await (await newPerson("support", desk.person.code)).inAccount("live");
    expect(await found(support, desk.email)).toHaveLength(1);
    expect(await found(support, desk.requestId)).toHaveLength(1);
    for (const hidden of [desk.keyPrefix, desk.eventId, desk.url]) expect(await found(support, hidden)).toEqual([]);
  });

  test("whatever else is typed: signs that mean something to a database mean nothing here", async () => {
    const { ctx } = await newDesk();
    for (const text of [
      "%",
      "__",
      "%%%",
      "\\",
      "';--",
      "{}",
      "\u{1F600}",
      "B2B-999999999999999",
      "9".repeat(80),
      "a".repeat(80),
    ])
      expect(await searchRecords(ctx, text), text).toEqual([]);
  });
});
