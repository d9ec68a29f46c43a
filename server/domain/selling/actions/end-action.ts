import { connectSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { type Esim, type EsimState, findEsimById, nextState } from "#server/domain/selling/esims/index.ts";
import { findOrderById } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { undoneBecause } from "#server/kernel/last-statements.ts";
import { log } from "#server/kernel/log.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, SECOND } from "#server/kernel/time.ts";
import type { OpenAction } from "./open-action.ts";
import { asCancelled, stateAfter } from "./request-actions.ts";
import { type Ending, isOvertaken, lastSettlement, settleAlone } from "./settle-actions.ts";
import { recordTopupCost } from "./topup-cost.ts";
import { reportLateTopup } from "./watch-topup.ts";

export type Known = {
  succeeded: boolean;
  failure?: string;
  /** Of a cancel: whether the supplier pays for the eSIM, as it does unless something else is known; and for its top-ups. */
  priceRefunded?: boolean;
  topupsRefunded?: boolean;
  /** Packages of top-ups that are not paid back with the others. */
  topupsKept?: string[];
  supplierReference?: string | null;
  /** What was really paid for a top-up, where its supplier says so. */
  unitCostUsd?: Money;
  /** The attempt that failed: it says nothing about a newer one. */
  sends?: number;
};

/** Books the known outcome of a live action, once. Returns null: there is nothing left to wait for. */
export async function endAction(ctx: Ctx, action: OpenAction, known: Known): Promise<null> {
  await recordTopupCost(ctx, action, known.unitCostUsd);
  await bookEnd(ctx, action, known);
  return null;
}

/** What is written with the end, in its transaction, before wallets are locked: undone when it was not this call that ended it. */
type Beside = (tx: Transaction) => Promise<void>;

/**
 * The same, and whether it was this call that ended the action. The wallet is locked in one statement, alone or as the last
 * of a transaction with something `beside` it.
 */
export async function bookEnd(ctx: Ctx, action: OpenAction, known: Known, beside?: Beside): Promise<boolean> {
  for (let attempt = 0; ; attempt++)
    try {
      const ending = await prepare(ctx, action, known);
      const isEnded = beside
        ? await settleBeside(ctx, ending, beside)
        : await settleAlone(ctx.db, ending, ctx.clock.now());
      const { succeeded, failure } = ending;
      if (isEnded) log().info({ actionId: action.id, action: action.action, succeeded, failure }, "action settled");
      else if (known.succeeded && action.action === "topup") await reportLateTopup(ctx, action.id, known);
      return isEnded;
    } catch (error) {
      if (!isOvertaken(error) || attempt >= 9) throw error;
    }
}

async function settleBeside(ctx: Ctx, ending: Ending, beside: Beside): Promise<boolean> {
  try {
    await ctx.db.closing(async (tx) => {
      await beside(tx);
      return [lastSettlement(ending, ctx.clock.now())];
    });
    return true;
  } catch (error) {
    if (undoneBecause(error)) return false;
    throw error;
  }
}

async function prepare(ctx: Ctx, action: OpenAction, known: Known): Promise<Ending> {
  const esim = (await findEsimById(ctx.db, action.esimId))!;
  const { succeeded, priceRefunded, topupsRefunded, topupsKept, supplierReference } = known;
  if (action.action === "topup" && (await wasGivenBack(ctx, esim)))
    return { action, succeeded: false, failure: GIVEN_BACK, esim: null, supplierReference };
  const cancels = action.action === "cancel" && succeeded;
  const at = ctx.clock.now();
  const order = cancels ? asCancelled((await findOrderById(ctx.db, action.orderId))!) : undefined;
  const state = succeeded ? await stateNow(ctx, action, esim, at) : null;
  const { failure, sends } = known;
  return {
    action,
    succeeded,
    failure,
    sends,
    esim: state && { before: esim, state },
    order,
    priceRefunded,
    topupsRefunded,
    topupsKept,
    supplierReference,
  };
}

export const GIVEN_BACK = "The eSIM was cancelled meanwhile, and its supplier gave the top-up back with it.";

/** Whether what was put on a cancelled eSIM came back with it: a top-up was done before, or never. */
export async function wasGivenBack(ctx: Ctx, { id, status }: Pick<Esim, "id" | "status">): Promise<boolean> {
  if (status !== "cancelled") return false;
  const done = {
    esimId: id,
    action: "cancel",
    status: "succeeded",
    topupsReturned: true,
    topupsKept: { isEmpty: true },
  };
  return (await ctx.db.prisma.action.findFirst({ where: done, select: { id: true } })) !== null;
}

/**
 * After a top-up only the supplier knows what is on the eSIM; if it does not say now, the next look will tell. That it has
 * cancelled the eSIM meanwhile is for that look too, at once: it is booked as a cancel, which pays it back.
 */
async function stateNow(ctx: Ctx, action: OpenAction, esim: Esim, at: Date): Promise<EsimState> {
  if (action.action !== "topup") return stateAfter(action.action, esim, at);
  const supplier = await connectSupplier(ctx, action.supplierCode as SupplierCode, { orderId: action.orderId });
  const found = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  await supplier.flush();
  if (found?.kind !== "found") return nextState(esim, {}, at);
  if (found.value.status !== "cancelled") return nextState(esim, found.value, at);
  await enqueue(ctx.db, "sync-esims", { esimIds: [esim.id] }, after(at, SECOND));
  return nextState(esim, {}, at);
}
