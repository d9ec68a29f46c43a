import { describe, expect, test } from "vitest";
import {
  approve,
  decline,
  listApprovals,
  planApproval,
  requestApproval,
} from "#server/domain/control/approvals/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getBalance, listEntries } from "#server/domain/money/ledger/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import { newSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { getOrder, placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { orderReference, parseOrderReference, ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const balanceOf = async (code: string) => (await getBalance(await enter(code))).walletBalance.toString();

const deposit = (accountCode: string, amount: number, bankReference: string = ulid()) => ({
  kind: "deposit" as const,
  accountCode,
  amount: money(amount),
  bankReference,
  reason: "Statement of today",
});

/** A live order, charged and delivered as the worker would have it. */
async function soldOrder(code: string, quantity = 2, delivered = quantity) {
  const ctx = await enter(code);
  const { packageId } = await newPackage({ costUsd: 4 });
  const reference = JSON.parse((await placeOrder(ctx, { packageId, quantity }, claim())).response) as { id: number };
  return await settle(reference.id, delivered);
}

async function settle(id: number, delivered: number) {
  const esims = Array.from({ length: delivered }, () => ({
    ...newSandboxEsim({
      supplierCode: "esimaccess",
      supplierReference: `S-${id}`,
      dataMb: 1024,
      perDay: false,
      durationDays: 30,
    }),
    supplier_esim_id: ulid(),
  }));
  const status =
    (await database().query<{ n: number }>(sql`select requested_quantity as n from orders where id = ${id}`))[0]!.n ===
    delivered
      ? "delivered"
      : "partially_delivered";
  await database().query(sql`
    select settle_order(${id}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${ulid()}, 'order.delivered', ${sampleData("order.delivered")}, now())`);
  return orderReference(id);
}

describe("a deposit", () => {
  test("below the limit is booked at once, by one person, on record", async () => {
    const { code } = await newAccount();
    const { ctx, email } = await newOperator();
    expect(await requestApproval(ctx, deposit(code, 100, "abc 123"))).toMatchObject({ status: "done" });
    expect(await balanceOf(code)).toBe("100");
    const { items } = await listApprovals(ctx, { account: code, limit: 5 });
    expect(items).toMatchObject([{ kind: "deposit", bankReference: "ABC 123", askedBy: email, decidedBy: null }]);
    expect(items[0]!.outcome).toMatch(/^LED-\d+$/);
  });

  test("of one payment is booked once, whichever account and however it is spelled, also at the same time", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const { ctx } = await newOperator();
    const payment = `pay ${ulid()}`;
    const asks = Array.from({ length: 5 }, (_, i) =>
      requestApproval(ctx, deposit(i % 2 ? one.code : other.code, 50, payment)),
    );
    const done = (await Promise.allSettled(asks)).filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(1);
    expect(Number(await balanceOf(one.code)) + Number(await balanceOf(other.code))).toBe(50);
    expect(await codeOf(requestApproval(ctx, deposit(one.code, 50, `  ${payment.toUpperCase()} `)))).toBe("conflict");
  });

  test("above the limit waits for a second person, who is another one", async () => {
    const { code } = await newAccount();
    const [asker, second, third] = [await newOperator(), await newOperator(), await newOperator()];
    const { id, status } = await requestApproval(asker.ctx, deposit(code, 5_000.01));
    expect(status).toBe("waiting");
    expect(await balanceOf(code)).toBe("0");
    expect(await codeOf(approve(asker.ctx, id))).toBe("conflict");
    const both = await Promise.allSettled([approve(second.ctx, id), approve(third.ctx, id)]);
    expect(both.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const told = both.find((one) => one.status === "rejected");
    expect(told).toMatchObject({ reason: { code: "conflict" } });
    expect(await balanceOf(code)).toBe("5000.01");
    expect((await listEntries(await enter(code), { limit: 5 })).items).toHaveLength(1);
  });

  test("is not split into small ones to get around the second person", async () => {
    const { code } = await newAccount();
    const { ctx } = await newOperator();
    expect(await requestApproval(ctx, deposit(code, 4_000))).toMatchObject({ status: "done" });
    expect(await requestApproval(ctx, deposit(code, 1_001))).toMatchObject({ status: "waiting" });
    expect(await balanceOf(code)).toBe("4000");
  });

  test("that is refused books nothing, and its payment can be booked anew", async () => {
    const { code } = await newAccount();
    const [asker, second] = [await newOperator(), await newOperator()];
    const payment = ulid();
    const { id } = await requestApproval(asker.ctx, deposit(code, 9_000, payment));
    expect(await codeOf(decline(second.ctx, id, " "))).toBe("validation_error");
    await decline(second.ctx, id, "Another account");
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    expect(await balanceOf(code)).toBe("0");
    expect(await requestApproval(asker.ctx, deposit(code, 10, payment))).toMatchObject({ status: "done" });
  });

  test("needs an account, an amount above zero, a reference and a reason", async () => {
    const { code } = await newAccount();
    const { ctx } = await newOperator();
    for (const wrong of [{ amount: money(-5) }, { amount: money(0) }, { reason: " " }, { bankReference: "x" }])
      expect(await codeOf(planApproval(ctx, { ...deposit(code, 5), ...wrong }))).toBe("validation_error");
    expect(await codeOf(planApproval(ctx, deposit("ACC-00000000", 5)))).toBe("resource_not_found");
  });
});

describe("a refund of a whole order", () => {
  test("gives back what was charged and not given back yet, once, however often it is asked for", async () => {
    const { code } = await newAccount({ wallet: 100, markup: 25 });
    const reference = await soldOrder(code, 3, 2);
    expect(await balanceOf(code)).toBe("90");
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => refundOrder(system(), reference, "Network was down")),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf(code)).toBe("100");
    const ctx = await enter(code);
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "refunded" });
    expect((await listNotifications(ctx, { limit: 5 })).items[0]).toMatchObject({
      kind: "order.refunded",
      subject: reference,
    });
    expect((await checkInvariants(system())).failures).toEqual([]);
  });

  test("is not possible while eSIMs are being cancelled, and a cancel after it is refused", async () => {
    const { code } = await newAccount({ wallet: 100, markup: 0 });
    const ctx = await enter(code);
    const first = await soldOrder(code, 1);
    await requestCancel(ctx, first);
    expect(await codeOf(refundOrder(system(), first, "why"))).toBe("conflict");
    const second = await soldOrder(code, 1);
    await refundOrder(system(), second, "why");
    expect(await codeOf(requestCancel(ctx, second))).toBe("conflict");
  });

  test("and a cancel at the same moment never pay twice", async () => {
    const { code } = await newAccount({ wallet: 100, markup: 0 });
    const ctx = await enter(code);
    for (let round = 0; round < 5; round++) {
      const reference = await soldOrder(code, 1);
      await Promise.allSettled([requestCancel(ctx, reference), refundOrder(system(), reference, "why")]);
      const id = parseOrderReference(reference);
      const [row] = await database().query<{ status: string; paid: number }>(sql`
        select o.status, coalesce((select sum(a.amount) from actions a where a.order_id = o.id), 0)::float8 as paid from orders o where o.id = ${id}`);
      if (row!.status === "refunded") expect(row!.paid).toBe(0);
    }
  });

  test("refuses test orders, unknown ones and those that are not delivered", async () => {
    const { code } = await newAccount({ wallet: 100 });
    const live = await enter(code);
    const { packageId } = await newPackage();
    const queued = JSON.parse((await placeOrder(live, { packageId, quantity: 1 }, claim())).response) as { id: number };
    for (const [reference, refusal] of [
      [orderReference(queued.id), "conflict"],
      ["B2B-999999999", "resource_not_found"],
      ["nonsense", "resource_not_found"],
    ] as const)
      expect(await codeOf(refundOrder(system(), reference, "why"))).toBe(refusal);
  });
});

test("an adjustment above the limit is posted once when it is approved", async () => {
  const { code } = await newAccount({ wallet: 20 });
  const [asker, second] = [await newOperator(), await newOperator()];
  const { id } = await requestApproval(asker.ctx, {
    kind: "adjustment",
    accountCode: code,
    amount: money(-7_000),
    reason: "Charge-back",
  });
  await approve(second.ctx, id);
  expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
  expect(await balanceOf(code)).toBe("-6980");
});
