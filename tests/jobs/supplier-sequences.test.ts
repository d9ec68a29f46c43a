import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { requestCancel, settleAction } from "#server/domain/selling/actions/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { fulfilOrder, placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { getTopupOptions } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { DAY } from "#server/kernel/time.ts";
import { compareCosts } from "#tests/faults/costs.ts";
import { settleAndReconcile } from "#tests/faults/reconcile.ts";
import { MODES } from "#tests/faults/schedule.ts";
import { compareSuppliers } from "#tests/faults/suppliers.ts";
import { packageOf, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

// Orders, top-ups, cancels and refunds at suppliers that misbehave, cancel, change prices and answer late, with two workers on
// each of them: the books are right after each step, and agree with the suppliers' own records in the end.

/** `SUPPLIER_STEPS=1000` for a long run; `SUPPLIER_SEED` for one again. */
const STEPS = Number(process.env.SUPPLIER_STEPS ?? 30);
const SEED = process.env.SUPPLIER_SEED ? Number(process.env.SUPPLIER_SEED) : undefined;
const TIME_SCALE = 0.02;
/** What was refused may be done after all this long afterwards. */
const LATEST_MS = 4_000;

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES], { timeScale: TIME_SCALE });

const kind = <K extends string, A extends Record<string, unknown>>(
  weight: number,
  name: K,
  about: { [N in keyof A]: fc.Arbitrary<A[N]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...about }) as unknown as fc.Arbitrary<{ do: K } & A>,
});
const nth = fc.nat(999);
const supplier = fc.constantFrom(...SUPPLIER_CODES);
const misbehaviour = fc.constantFrom(
  ...Object.entries(MODES).flatMap(([operation, modes]) => modes.map((mode) => ({ operation, mode }))),
);
const act = fc.oneof(
  kind<"order", { supplier: SupplierCode; quantity: number }>(6, "order", {
    supplier,
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  kind<"topup", { nth: number }>(4, "topup", { nth }),
  kind<"cancel", { nth: number }>(2, "cancel", { nth }),
  kind<"refund", { nth: number }>(1, "refund", { nth }),
  kind<"cancelled there", { nth: number }>(2, "cancelled there", { nth }),
  kind<"price", { supplier: SupplierCode; factor: number }>(1, "price", {
    supplier,
    factor: fc.constantFrom(0.5, 1, 1.1, 40),
  }),
  kind<"misbehave", { supplier: SupplierCode; how: { operation: string; mode: string }; latencyMs: number }>(
    6,
    "misbehave",
    { supplier, how: misbehaviour, latencyMs: fc.integer({ min: 50, max: LATEST_MS }) },
  ),
  kind<"two workers", Record<never, never>>(4, "two workers", {}),
  kind<"work", { ms: number }>(6, "work", { ms: fc.integer({ min: 50, max: 600 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const packages = new Map<SupplierCode, string>();
for (const code of SUPPLIER_CODES) packages.set(code, await packageOf(code));

test(
  "whatever the sequence of purchases, cancels and misbehaviours: the books balance after each step and agree with the suppliers' in the end",
  async () => {
    const { code } = await newAccount({ wallet: 100_000, markup: 25 });
    await changeAccount(system(), code, { failover: true });
    const ctx = await enter(code);
    const sequence = fc.array(act, { minLength: STEPS, maxLength: STEPS, size: "max" });
    await fc.assert(
      fc.asyncProperty(sequence, async (acts) => {
        for (const step of acts) {
          await perform(step, ctx);
          expect({ step, failures: (await checkInvariants(system())).failures }).toEqual({ step, failures: [] });
        }
        await suppliers.reset();
        // What is done later than the record is read, only the next night's reconciliation finds.
        await sleep(LATEST_MS);
        let isOver = false;
        const working = runJobsUntil(async () => isOver);
        const { faults } = await settleAndReconcile(database(), PATIENCE_MS, DAY * TIME_SCALE, 10_000).finally(() => {
          isOver = true;
        });
        await working;
        const records = await Promise.all(SUPPLIER_CODES.map((code) => suppliers.of(code).records()));
        expect([
          ...faults,
          ...(await compareSuppliers(database(), records)),
          ...(await compareCosts(database(), records)).faults,
        ]).toEqual([]);
        expect((await checkInvariants(system())).failures).toEqual([]);
      }),
      { numRuns: 1, endOnFailure: true, seed: SEED },
    );
  },
  2 * PATIENCE_MS + STEPS * 3_000,
);

/** What may be refused, or not be possible any more, is. */
async function perform(step: Act, ctx: AccountCtx): Promise<void> {
  try {
    await attempt(step, ctx);
  } catch (error) {
    if (!isServiceError(error) && !/nothing more happens|at the supplier|has no/.test((error as Error).message))
      throw error;
  }
}

async function attempt(step: Act, ctx: AccountCtx): Promise<void> {
  switch (step.do) {
    case "order":
      return void (await placeOrder(
        ctx,
        { packageId: packages.get(step.supplier)!, quantity: step.quantity },
        claim(),
      ));
    case "topup": {
      const esim = await someEsim(ctx, step.nth);
      const options = esim && (await getTopupOptions(ctx, await getEsim(ctx, esim.iccid)));
      return void (options && options.items.length > 0 && (await topUp(ctx, esim.iccid)));
    }
    case "cancel": {
      const esim = await someEsim(ctx, step.nth);
      return void (esim && (await requestCancel(ctx, orderReference(esim.orderId), { iccids: [esim.iccid] })));
    }
    case "refund": {
      const esim = await someEsim(ctx, step.nth);
      return void (esim && (await refundOrder(system(), orderReference(esim.orderId), "goodwill")));
    }
    case "cancelled there": {
      const esim = await someEsim(ctx, step.nth);
      return void (esim && (await suppliers.event(esim.iccid, "cancel")));
    }
    case "price":
      return await movePrice(step.supplier, step.factor);
    case "misbehave": {
      const mode = { ...step.how, times: 1, latencyMs: step.latencyMs, quantity: 1 };
      return void (await suppliers.of(step.supplier).set(mode));
    }
    case "two workers":
      return await workTwice(ctx);
    case "work": {
      const until = Date.now() + step.ms;
      return await runJobsUntil(async () => Date.now() > until);
    }
  }
}

async function someEsim(ctx: AccountCtx, nth: number) {
  const rows = await database().query<{ iccid: string; orderId: number }>(sql`
    select iccid, order_id from esims where account_id = ${ctx.account.id} and status not in ('cancelled', 'expired') order by id desc limit 8`);
  return rows[nth % Math.max(1, rows.length)];
}

const listed = new Map<SupplierCode, number>();

async function movePrice(code: SupplierCode, factor: number): Promise<void> {
  const [row] = await database().query<{ id: string; usd: number }>(sql`
    select supplier_package_id as id, cost_usd::float as usd from packages where package_id = ${packages.get(code)!}`);
  const usd = listed.get(code) ?? row!.usd;
  listed.set(code, usd);
  await suppliers.of(code).price(row!.id, usd * factor);
}

/** Somebody else is at it at the same moment. */
async function workTwice({ account }: AccountCtx): Promise<void> {
  const orders = await database().query<{ id: number }>(
    sql`select id from orders where account_id = ${account.id} and status in ('queued', 'processing') order by id desc limit 2`,
  );
  const actions = await database().query<{ id: number }>(
    sql`select id from actions where account_id = ${account.id} and status in ('queued', 'processing', 'under_review') order by id desc limit 2`,
  );
  await Promise.all([
    ...[...orders, ...orders].map(({ id }) => fulfilOrder(system(), id)),
    ...[...actions, ...actions].map(({ id }) => settleAction(system(), id)),
  ]);
}
