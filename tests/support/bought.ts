import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import { type Action, getAction } from "#server/domain/selling/actions/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { getTopupOptions, type OpenedTopup, requestTopup } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "./run-jobs.ts";
import { claim, enter, newAccount } from "./world.ts";

/** Live purchases through the jobs, and what the reseller sees of them. */

/** A cheap package that can be topped up, of a supplier; `nth`: another one. */
export async function packageOf(code: SupplierCode, nth = 0): Promise<string> {
  const [row] = await database().query<{ packageId: string }>(sql`
    select package_id from packages
     where supplier_code = ${code} and status = 'on_sale' and topup_supported and not unlimited and not per_day and type = 'local'
     order by cost_usd, id offset ${nth} limit 1`);
  return row!.packageId;
}

export type Placed = { ctx: AccountCtx; id: number; reference: string };

export async function placed(packageId: string, quantity = 1): Promise<Placed> {
  const ctx = await enter((await newAccount({ wallet: 10_000, markup: 25 })).code);
  const { response } = await placeOrder(ctx, { packageId, quantity }, claim());
  const { id } = JSON.parse(response) as { id: number };
  return { ctx, id, reference: `B2B-${id}` };
}

export const statusOf = async ({ ctx, reference }: Placed) => (await getOrder(ctx, reference)).status;

/** Jobs run until the order is over. */
export async function settled(order: Placed) {
  await runJobsUntil(async () => !["queued", "processing"].includes(await statusOf(order)));
  return await getOrder(order.ctx, order.reference);
}

export async function delivered(code: SupplierCode, quantity = 1, nth = 0) {
  const order = await placed(await packageOf(code, nth), quantity);
  const { profiles, unitPrice, status } = await settled(order);
  if (status !== "delivered") throw new Error(`The order is ${status}.`);
  return {
    ...order,
    iccids: profiles.map(({ iccid }) => iccid),
    iccid: profiles[0]!.iccid,
    unit: unitPrice.toNumber(),
  };
}

export async function over(ctx: AccountCtx, id: number): Promise<Action> {
  await runJobsUntil(async () => ["succeeded", "failed"].includes((await getAction(ctx, String(id))).status));
  return await getAction(ctx, String(id));
}

export async function topUp(ctx: AccountCtx, iccid: string): Promise<{ id: number; amount: number }> {
  const { items } = await getTopupOptions(ctx, await getEsim(ctx, iccid));
  const answer = ({ action }: OpenedTopup) => JSON.stringify({ action_id: 0, amount: action.amount.toNumber() });
  const { response } = await requestTopup(
    ctx,
    { iccid, packageCode: items[0]!.packageCode },
    { ...claim<OpenedTopup>(), answer },
  );
  const { action_id: id, amount } = JSON.parse(response) as { action_id: number; amount: number };
  return { id, amount };
}

/** Sums, oldest first. */
export const refunds = async (ctx: AccountCtx): Promise<number[]> =>
  (await listEntries(ctx, { limit: 50 })).items
    .filter(({ type }) => type === "refund")
    .map(({ amount }) => amount.toNumber())
    .reverse();

export const eventsOf = async (ctx: AccountCtx): Promise<string[]> =>
  (
    await database().query<{ type: string }>(
      sql`select type from events where account_id = ${ctx.account.id} order by id`,
    )
  ).map(({ type }) => type);
