import { type Esim, type EsimState, findEsimById, nextState } from "#server/domain/esims/index.ts";
import { findOrderById, type Recorder } from "#server/domain/orders/index.ts";
import { connectSupplier, type SupplierCode } from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import type { OpenAction } from "./open-action.ts";
import { asCancelled, stateAfter } from "./request-actions.ts";
import { isOvertaken, settleActions } from "./settle-actions.ts";

export type Known = {
  succeeded: boolean;
  failure?: string;
  topupsRefunded?: boolean;
  supplierReference?: string | null;
};

/** Books the known outcome of a live action, once. Returns null: there is nothing left to wait for. */
export async function endAction(ctx: Ctx, action: OpenAction, known: Known): Promise<null> {
  await bookEnd(ctx, action, known);
  return null;
}

/**
 * The same, and whether it was this call that ended the action.
 *
 * @param record writes down what goes with it, in the same transaction
 */
export async function bookEnd(ctx: Ctx, action: OpenAction, known: Known, record?: Recorder): Promise<boolean> {
  // A queued action passes through processing, whatever its end.
  await ctx.db.query(sql`update actions set status = 'processing' where id = ${action.id} and status = 'queued'`);
  for (let attempt = 0; ; attempt++)
    try {
      return await end(ctx, action, known, record);
    } catch (error) {
      if (!isOvertaken(error) || attempt >= 9) throw error;
    }
}

async function end(
  ctx: Ctx,
  action: OpenAction,
  { succeeded, failure, topupsRefunded, supplierReference }: Known,
  record?: Recorder,
): Promise<boolean> {
  const esim = (await findEsimById(ctx.db, action.esimId))!;
  const cancels = action.action === "cancel" && succeeded;
  const at = ctx.clock.now();
  const order = cancels ? asCancelled((await findOrderById(ctx.db, action.orderId))!) : undefined;
  const state = succeeded ? await stateNow(ctx, action, esim, at) : null;
  const ending = { action, succeeded, failure, esim: state && { before: esim, state }, order, topupsRefunded };
  const isEnded = await ctx.db.transaction(async (tx) => {
    if (supplierReference)
      await tx.query(sql`
        update actions set supplier_reference = ${supplierReference} where id = ${action.id} and status in ('processing', 'under_review')`);
    const settled = await settleActions(tx, [ending], at);
    if (settled.size > 0) await record?.(tx);
    return settled.size > 0;
  });
  if (isEnded) log().info({ actionId: action.id, action: action.action, succeeded, failure }, "action settled");
  return isEnded;
}

/** After a top-up only the supplier knows what is on the eSIM; if it does not say now, the next look will tell. */
async function stateNow(ctx: Ctx, action: OpenAction, esim: Esim, at: Date): Promise<EsimState> {
  if (action.action !== "topup") return stateAfter(action.action, esim, at);
  const supplier = await connectSupplier(ctx, action.supplierCode as SupplierCode, { orderId: action.orderId });
  const found = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  await supplier.flush();
  return nextState(esim, found?.kind === "found" ? found.value : {}, at);
}
