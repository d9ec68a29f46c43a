import { afterEach, expect, test } from "vitest";
import { turnBook } from "#server/domain/catalogue/suppliers/turn-book.ts";
import {
  getAction,
  requestCancel,
  requestResume,
  requestSuspend,
  settleAction,
} from "#server/domain/selling/actions/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { getTopupOptions } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { HOUR, SECOND } from "#server/kernel/time.ts";
import { delivered, over, packageOf, settled } from "#tests/support/bought.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { logTurns } from "#tests/support/turn-log.ts";
import { claim, system } from "#tests/support/world.ts";

// What resellers ask a supplier for as often as they like, beside what it sells. A second is a fifth of one.
await simulatedSuppliers(["esimaccess"], { timeScale: 0.2 });
const log = await logTurns();
type Buyer = Pick<Awaited<ReturnType<typeof delivered>>, "ctx" | "iccid">;

const book = turnBook(database(), "esimaccess");
const closed = (about: string) => book.close(about, 300 * SECOND);

afterEach(() => database().query(sql`update supplier_turns set closed_until = null`));

const turns = async (about = "") => (await log.of("esimaccess", about)).map((time) => time.getTime());
const askedBy = ({ ctx }: Buyer) => `asked by ${ctx.account.id}`;

/** No `calls` + 1 of them were closer together than a second. */
function expectAtMost(calls: number, at: number[]): void {
  const spans = at.slice(calls).map((time, n) => time - at[n]!);
  expect(spans.length).toBeGreaterThan(0);
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(SECOND * env().timeScale);
}

test("of what a supplier allows, refreshes of all accounts spend a half at most, and those of one a quarter", async () => {
  const buyers = [await delivered("esimaccess"), await delivered("esimaccess"), await delivered("esimaccess")];
  const before = (await turns()).length;
  await Promise.all(buyers.flatMap(({ ctx, iccid }) => Array.from({ length: 5 }, () => refreshEsim(ctx, iccid))));
  const calls = (await turns()).length - before;
  expect(calls).toBeGreaterThanOrEqual(15);
  expect(await turns("asked")).toHaveLength(calls);
  expectAtMost(4, await turns("asked"));
  const own = await Promise.all(buyers.map((buyer) => turns(askedBy(buyer))));
  expect(own.flat()).toHaveLength(calls);
  for (const at of own) expectAtMost(2, at);
});

test("an account that asks for more than its share is told to wait, and nobody else notices", async () => {
  const [greedy, other] = [await delivered("esimaccess"), await delivered("esimaccess")];
  await closed(askedBy(greedy));
  const over = { code: "rate_limit_exceeded", headers: { "Retry-After": "5" } };
  await expect(refreshEsim(greedy.ctx, greedy.iccid)).rejects.toMatchObject(over);
  await database().query(sql`delete from topup_options`);
  const esim = await getEsim(greedy.ctx, greedy.iccid);
  await expect(getTopupOptions(greedy.ctx, esim)).rejects.toMatchObject(over);
  expect((await refreshEsim(other.ctx, other.iccid)).iccid).toBe(other.iccid);
});

test("what a job asks for what was accepted needs no share", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  const job: AccountCtx = { ...ctx, actor: { kind: "job", name: "settle-checkout" } };
  await closed(askedBy({ ctx, iccid }));
  await closed("asked");
  expect((await refreshEsim(job, iccid)).iccid).toBe(iccid);
  expect((await getTopupOptions(job, await getEsim(job, iccid))).items.length).toBeGreaterThan(0);
});

const doneFor = ({ ctx }: Pick<Buyer, "ctx">) => `done for ${ctx.account.id}`;

test("suspending and resuming costs an account a quarter at most of what the supplier allows, however much it asks for", async () => {
  const { ctx, iccids } = await delivered("esimaccess", 6);
  for (const ask of [requestSuspend, requestResume]) {
    const actions = await Promise.all(iccids.map((iccid) => ask(ctx, iccid)));
    for (const { id } of actions) expect((await over(ctx, id)).status).toBe("succeeded");
  }
  const own = await turns(doneFor({ ctx }));
  expect(own).toHaveLength(12);
  expectAtMost(2, own);
});

test("of all accounts together it costs a quarter: what is bought does not wait behind it", async () => {
  const buyers: Awaited<ReturnType<typeof delivered>>[] = [];
  for (let n = 0; n < 4; n++) buyers.push(await delivered("esimaccess", 3));
  const before = (await turns("done")).length;
  const actions = await Promise.all(
    buyers.flatMap(({ ctx, iccids }) => iccids.map(async (iccid) => ({ ctx, ...(await requestSuspend(ctx, iccid)) }))),
  );
  for (const { ctx, id } of actions) expect((await over(ctx, id)).status).toBe("succeeded");
  const taken = (await turns("done")).slice(before);
  expect(taken).toHaveLength(12);
  expectAtMost(2, taken);
});

test("an account that waits for its share to suspend holds up nobody, nor what it buys and cancels itself", async () => {
  const [greedy, other] = [await delivered("esimaccess", 2), await delivered("esimaccess")];
  await closed(doneFor(greedy));
  const waiting = await Promise.all(greedy.iccids.map((iccid) => requestSuspend(greedy.ctx, iccid)));
  expect((await over(other.ctx, (await requestSuspend(other.ctx, other.iccid)).id)).status).toBe("succeeded");
  const packageId = await packageOf("esimaccess");
  const { response } = await placeOrder(greedy.ctx, { packageId, quantity: 1 }, claim());
  const order = { ctx: greedy.ctx, ...(JSON.parse(response) as { id: number }) };
  const bought = await settled({ ...order, reference: `B2B-${order.id}` });
  const { actions } = await requestCancel(greedy.ctx, `B2B-${bought.id}`);
  expect((await over(greedy.ctx, actions[0]!.id)).status).toBe("succeeded");
  for (const { id } of waiting) expect((await getAction(greedy.ctx, String(id))).status).toBe("queued");
});

test("how long an eSIM waited for its own account's share is no reason to give it up; for its supplier's turn it is", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  const { id } = await requestSuspend(ctx, iccid);
  const waits = (sinceMs: number) =>
    database().query(sql`
      update actions set created_at = now() - interval '1 day', busy_until = ${new Date(Date.now() - sinceMs)} where id = ${id}`);
  await closed("");
  await waits(SECOND);
  await settleAction(system(), id);
  expect((await getAction(ctx, String(id))).status).toBe("queued");
  await waits(HOUR);
  await settleAction(system(), id);
  expect((await getAction(ctx, String(id))).status).toBe("failed");
});

test("while no request has a turn left, orders are bought all the same", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  await closed("asked");
  await expect(refreshEsim(ctx, iccid)).rejects.toMatchObject({ code: "supplier_error" });
  expect((await delivered("esimaccess")).iccids).toHaveLength(1);
});
