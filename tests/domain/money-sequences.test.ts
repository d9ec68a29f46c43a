import fc from "fast-check";
import { expect, test } from "vitest";
import { changeAccount } from "#server/domain/accounts/index.ts";
import { checkInvariants } from "#server/domain/invariants/index.ts";
import { adjustWallet, fundWallet, getBalance, spendable } from "#server/domain/ledger/index.ts";
import { placeOrder } from "#server/domain/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

type Act =
  | { do: "fund"; cents: number }
  | { do: "adjust"; cents: number }
  | { do: "credit"; limit: number; blocked: boolean }
  | { do: "order"; quantity: number; key: number; live: boolean }
  | { do: "settle"; nth: number; delivered: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant("fund" as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ do: fc.constant("adjust" as const), cents: fc.integer({ min: -500, max: 500 }).filter((n) => n !== 0) }),
  fc.record({ do: fc.constant("credit" as const), limit: fc.integer({ min: 0, max: 50 }), blocked: fc.boolean() }),
  fc.record({
    do: fc.constant("order" as const),
    quantity: fc.integer({ min: 1, max: 5 }),
    key: fc.integer({ min: 1, max: 8 }),
    live: fc.boolean(),
  }),
  fc.record({ do: fc.constant("settle" as const), nth: fc.nat(5), delivered: fc.nat(5) }),
);

type Open = { id: number; quantity: number };

/** What the books must say, kept in plain numbers of cents. */
type Model = {
  balance: number;
  limit: number;
  blocked: boolean;
  answers: Map<string, { quantity: number; response: string }>;
  open: Open[];
  settled: number;
};

const UNIT = 350;

test("whatever the sequence of deposits, credit changes, orders, repeats and settlements: the books balance after each step", async () => {
  const { packageId } = await newPackage({ costUsd: 3.5 });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const { code } = await newAccount({ markup: 0 });
      const [live, sandbox] = [await enter(code, "live"), await enter(code, "test")];
      const model: Model = { balance: 0, limit: 0, blocked: false, answers: new Map(), open: [], settled: 0 };
      for (const step of acts) {
        await perform(step, model, code, live, sandbox, packageId);
        const balance = await getBalance(live);
        expect(balance.walletBalance.times(100).toNumber()).toBe(model.balance);
        expect(spendable(balance).times(100).toNumber()).toBe(
          Math.max(0, model.balance + (model.blocked ? 0 : model.limit)),
        );
      }
      expect((await checkInvariants(system())).failures).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);

async function perform(
  step: Act,
  model: Model,
  code: string,
  live: AccountCtx,
  sandbox: AccountCtx,
  packageId: string,
): Promise<void> {
  switch (step.do) {
    case "fund":
      await fundWallet(system(), code, money(step.cents).dividedBy(100));
      model.balance += step.cents;
      return;
    case "adjust":
      await adjustWallet(system(), code, money(step.cents).dividedBy(100), "correction");
      model.balance += step.cents;
      return;
    case "credit":
      await changeAccount(system(), code, {
        credit: { enabled: true, limit: money(step.limit), status: step.blocked ? "blocked" : "active" },
      });
      [model.limit, model.blocked] = [step.limit * 100, step.blocked];
      return;
    case "order":
      return await orderStep(step, model, step.live ? live : sandbox, packageId);
    case "settle":
      return await settleStep(step, model);
  }
}

async function orderStep(
  step: Extract<Act, { do: "order" }>,
  model: Model,
  ctx: AccountCtx,
  packageId: string,
): Promise<void> {
  const name = `${step.live}:${step.key}`;
  const known = model.answers.get(name);
  const price = step.live ? step.quantity * UNIT : 0;
  const affordable = price <= Math.max(0, model.balance + (model.blocked ? 0 : model.limit)) || !step.live;
  const outcome = await placeOrder(
    ctx,
    { packageId, quantity: step.quantity },
    claim(String(step.key), step.quantity),
  ).catch((error) => {
    if (!isServiceError(error)) throw error;
    return error.code;
  });
  if (known) {
    if (known.quantity === step.quantity) expect(outcome).toEqual({ response: known.response, replayed: true });
    else expect(outcome).toBe("conflict");
  } else if (!affordable) {
    expect(outcome).toBe("insufficient_balance");
  } else {
    if (typeof outcome === "string") throw new Error(`refused with ${outcome}`);
    expect(outcome.replayed).toBe(false);
    model.answers.set(name, { quantity: step.quantity, response: outcome.response });
    model.balance -= price;
    if (step.live) model.open.push({ id: JSON.parse(outcome.response).id, quantity: step.quantity });
  }
}

async function settleStep({ nth, delivered }: Extract<Act, { do: "settle" }>, model: Model): Promise<void> {
  const order = model.open[nth % Math.max(1, model.open.length)];
  if (!order) return;
  const got = Math.min(delivered, order.quantity);
  const status = got === order.quantity ? "delivered" : got > 0 ? "partially_delivered" : "failed";
  const esims = Array.from({ length: got }, (_, i) => ({
    supplier_code: "esimaccess",
    supplier_esim_id: `e-${order.id}-${i}`,
    supplier_reference: "S",
    iccid: `89${String(order.id).padStart(12, "0")}${String(i).padStart(5, "0")}`,
    activation_code: "LPA:1$a$b",
    smdp_address: "a",
    status: "ready",
    installation_status: "not_installed",
    supplier_status: "",
    supplier_smdp_status: "",
    total_bytes: 1,
    used_bytes: 0,
    validity_days: 1,
  }));
  const settle = () =>
    database().query<{ settled: boolean }>(sql`
      select settle_order(${order.id}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${`order.${status}`}, '{}', now()) as settled`);
  // Asked for twice at once: it happens once.
  const settled = (await Promise.all([settle(), settle()])).flat().map((row) => row.settled);
  expect(settled.sort()).toEqual([false, true]);
  model.open = model.open.filter((other) => other !== order);
  model.balance += (order.quantity - got) * UNIT;
}
