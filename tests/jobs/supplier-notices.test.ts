import { afterAll, beforeEach, expect, test } from "vitest";
import { checkAddress, receiveEvents } from "#server/api/suppliers/receive-events.ts";
import { supplierWebhookUrl } from "#server/domain/catalogue/suppliers/index.ts";
import { fulfilOrder, getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { type Canned, cannedSupplier } from "#tests/support/canned-supplier.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

let answer: Canned = "cut";
const supplier = await cannedSupplier(() => answer);
afterAll(supplier.close);
overrideEnv({ suppliers: { esimaccess: { url: supplier.url, access_code: "test" } }, timeScale: 0.02 });

const ADDRESS = supplierWebhookUrl("esimaccess", "http://localhost");
const paramsOf = (url: string) => {
  const [, , , code, secret] = new URL(url).pathname.split("/");
  return { params: Promise.resolve({ code: code!, secret: secret! }) };
};
const notify = async (notice: unknown, url = ADDRESS) => {
  const body = typeof notice === "string" ? notice : JSON.stringify(notice);
  return (await receiveEvents(new Request(url, { method: "POST", body }), paramsOf(url))).status;
};

/** A live order whose only part the supplier is known to have, with no run of it waiting. */
async function acceptedOrder() {
  const { packageId } = await newPackage();
  const ctx = await enter((await newAccount({ wallet: 100, markup: 25 })).code);
  const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  answer = "cut";
  await fulfilOrder(system(), id);
  const [part] = await database().query<{ reference: string }>(sql`
    update supplier_orders set status = 'accepted', supplier_reference = ${`B${id}`} where order_id = ${id} returning reference`);
  await database().query(sql`delete from outbox_jobs`);
  return { ctx, id, reference: part!.reference, supplierReference: `B${id}` };
}

/** But the watch's, which looks after every call without an answer. */
const runsWaiting = async () =>
  (
    await database().query<{ key: string }>(
      sql`select key from outbox_jobs where key is distinct from 'watch-service:now' order by id`,
    )
  ).map(({ key }) => key);
const notices = async () =>
  (await database().query<{ kind: string }>(sql`select kind from supplier_notices order by id`)).map(
    ({ kind }) => kind,
  );

beforeEach(async () => {
  await database().query(sql`delete from supplier_notices`);
});

test("the right address answers every check with 200 and any other with 404", async () => {
  const wrong = ADDRESS.replace(/.(?=\/events$)/, (last) => (last === "a" ? "b" : "a"));
  for (const method of ["HEAD", "GET"]) {
    expect((await checkAddress(new Request(ADDRESS, { method }), paramsOf(ADDRESS))).status).toBe(200);
    for (const url of [wrong, ADDRESS.replace("esimaccess", "nobody"), ADDRESS.replace("esimaccess", "__proto__")])
      expect((await checkAddress(new Request(url, { method }), paramsOf(url))).status).toBe(404);
  }
  expect(await notify({ notifyType: "ORDER_STATUS", content: {} }, wrong)).toBe(404);
  expect(await notices()).toEqual([]);
});

test("a notice lets the order that it names run, by our reference or by the supplier's, once", async () => {
  const { id, reference, supplierReference } = await acceptedOrder();
  for (const content of [{ transactionId: reference }, { orderNo: supplierReference }]) {
    await database().query(sql`delete from outbox_jobs`);
    const notice = { notifyType: "ORDER_STATUS", notifyId: JSON.stringify(content), content };
    expect(await notify(notice)).toBe(200);
    expect(await runsWaiting()).toEqual([`fulfil-order:${id}`]);
    await database().query(sql`delete from outbox_jobs`);
    expect(await notify(notice)).toBe(200);
    expect(await runsWaiting()).toEqual([]);
  }
  expect(await notices()).toEqual(["ORDER_STATUS", "ORDER_STATUS"]);
});

test("a notice about nothing of ours, or about an order that is over, is kept and starts nothing", async () => {
  const { id, supplierReference } = await acceptedOrder();
  expect(await notify({ notifyType: "ORDER_STATUS", notifyId: "1", content: { orderNo: "B-unknown" } })).toBe(200);
  expect(await notify({ notifyType: "CHECK_HEALTH", notifyId: "2", content: { orderNo: supplierReference } })).toBe(
    200,
  );
  await database().query(sql`update supplier_orders set status = 'delivered' where order_id = ${id}`);
  expect(await notify({ notifyType: "ORDER_STATUS", notifyId: "3", content: { orderNo: supplierReference } })).toBe(
    200,
  );
  expect(await runsWaiting()).toEqual([]);
  expect(await notices()).toEqual(["ORDER_STATUS", "CHECK_HEALTH", "ORDER_STATUS"]);
});

test("what cannot be read is answered and forgotten, what is too large is refused", async () => {
  for (const body of ["", "{", "\0\0", "null", '{"notifyType":"X","notifyId":"a\\u0000b","content":{}}'])
    expect(await notify(body)).toBe(200);
  expect(await notify("x".repeat(300_000))).toBe(413);
  expect(await notices()).toEqual([]);
});

test.each([
  ["zero bytes", "\0\0\0"],
  ["half a character where the record of the call is cut", `${"x".repeat(4_095)}😀`],
  ["an error text with half a character", '{"success":false,"errorCode":"900001","errorMsg":"\\ud83d","obj":null}'],
  ["a profile with a zero byte", { success: true, obj: { esimList: [{ esimTranNo: "1", orderNo: "B", apn: "\0" }] } }],
  ["nothing", ""],
])("an answer of %s is kept as evidence as far as it can be, and the order goes on", async (_name, canned) => {
  const { ctx, id } = await acceptedOrder();
  answer = canned;
  const calls = async () =>
    (await database().query(sql`select 1 from supplier_calls where order_id = ${id} and operation = 'query'`)).length;
  const before = await calls();
  await fulfilOrder(system(), id);
  expect(await calls()).toBe(before + 1);
  expect((await getOrder(ctx, `B2B-${id}`)).status).toBe("processing");
  expect(await runsWaiting()).toEqual([`fulfil-order:${id}`]);
});
