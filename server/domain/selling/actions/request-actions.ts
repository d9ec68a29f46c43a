import { type Capabilities, describeSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import {
  type Esim,
  type EsimState,
  getEsim,
  isFinal,
  listOrderEsims,
  nextState,
} from "#server/domain/selling/esims/index.ts";
import { getOrder, type Order } from "#server/domain/selling/orders/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { lockWait, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Action, ActionKind } from "./action.ts";
import { mayBeSuspended } from "./possible-acts.ts";
import { listActions } from "./read-actions.ts";
import { type Ending, isOvertaken, settleActions } from "./settle-actions.ts";

type FreeAction = Exclude<ActionKind, "topup">;

/** `iccids`: only these. `paymentKept`: why a traveller's payment for them is kept; without it, it goes back. */
export type CancelRequest = { iccids?: string[]; paymentKept?: string };

/** Asks the supplier to cancel every eSIM of the order that can still be cancelled, or those of them that are named. */
export async function requestCancel(
  ctx: AccountCtx,
  reference: string,
  { iccids, paymentKept }: CancelRequest = {},
): Promise<{ order: Order; actions: Action[] }> {
  requirePermission(ctx, "esims:manage");
  return await untilUndisturbed(async () => {
    const order = await getOrder(ctx, reference);
    if (order.status !== "delivered" && order.status !== "partially_delivered")
      fail("conflict", `The order is ${order.status}. Only delivered orders can be cancelled.`);
    const esims = (await listOrderEsims(ctx.db, order.id)).filter(
      ({ status, iccid }) => !isFinal(status) && (iccids?.includes(iccid) ?? true),
    );
    for (const { supplierCode } of esims) requireCapability(supplierCode, "cancel");
    if (paymentKept !== undefined && esims.length > 0) await recordKept(ctx, reference, paymentKept, esims);
    const actions = await open(ctx, "cancel", esims, order, paymentKept);
    if (actions.length === 0)
      fail("conflict", "No eSIM of this order can be cancelled: each is cancelled, expired, or being cancelled.");
    return { order, actions };
  });
}

const recordKept = (ctx: AccountCtx, reference: string, reason: string, esims: Esim[]): Promise<void> =>
  recordAudit(ctx.db, ctx, {
    act: "payment.keep",
    accountId: ctx.account.id,
    subject: reference,
    details: { reason, iccids: esims.map(({ iccid }) => iccid) },
  });

export const requestSuspend = (ctx: AccountCtx, iccid: string): Promise<Action> =>
  requestFor(ctx, iccid, "suspend", mayBeSuspended);

export const requestResume = (ctx: AccountCtx, iccid: string): Promise<Action> =>
  requestFor(ctx, iccid, "resume", (esim) => esim.status === "suspended");

async function requestFor(
  ctx: AccountCtx,
  iccid: string,
  kind: "suspend" | "resume",
  allows: (esim: Esim) => boolean,
): Promise<Action> {
  requirePermission(ctx, "esims:manage");
  return await untilUndisturbed(async () => {
    const esim = await getEsim(ctx, iccid);
    requireCapability(esim.supplierCode, kind);
    if (!allows(esim)) fail("conflict", `The eSIM is ${esim.status}: there is nothing to ${kind}.`);
    const [action] = await open(ctx, kind, [esim]);
    return action ?? fail("conflict", `A request to ${kind} this eSIM is open already.`);
  });
}

/** What a supplier cannot do is refused before anything is written. */
function requireCapability(supplierCode: string, kind: keyof Capabilities): void {
  if (!describeSupplier(supplierCode as SupplierCode).capabilities[kind])
    fail(
      "action_not_supported",
      `The network supplier of this eSIM (${supplierCode}) does not support ${kind}. Nothing was queued.`,
      { provider: supplierCode, action: kind },
    );
}

type Asked = Work & { rows: object[] };

/** Asked for together, they are opened together. */
const openActions = inLanes<Asked, Action[]>("actions", {
  async write(db, works, waitMs) {
    const opened = await insertActions(
      db,
      works.flatMap(({ rows }) => rows),
      waitMs,
    );
    const actions = await listActions(
      db,
      opened.map(({ id }) => id),
    );
    return works.map(({ claims }) => actions.filter(({ esimId }) => claims.includes(String(esimId))));
  },
});

/** In the sandbox an action is over when it was asked for. */
async function open(
  ctx: AccountCtx,
  kind: FreeAction,
  esims: Esim[],
  order?: Order,
  paymentKept?: string,
): Promise<Action[]> {
  const rows = (await toRows(ctx, kind, esims, order)).map((row) => ({ ...row, payment_kept: paymentKept ?? null }));
  const claims = esims.map(({ id }) => String(id));
  if (ctx.environment === "live") return await openActions(ctx.db, { accountId: ctx.account.id, claims, rows });
  return await ctx.db.transaction(async (tx) => {
    const opened = await insertActions(tx, rows);
    const actions = await listActions(
      tx,
      opened.map(({ id }) => id),
    );
    const at = ctx.clock.now();
    const cancelled = order && asCancelled(order);
    await settleActions(
      tx,
      actions.map((action) => sandboxEnding(action, esims.find(({ id }) => id === action.esimId)!, at, cancelled)),
      at,
    );
    return await listActions(
      tx,
      actions.map(({ id }) => id),
    );
  });
}

/** An eSIM that has an action of the kind open already gets none. */
async function insertActions(tx: Transaction, rows: object[], waitMs = 1_500): Promise<{ id: number }[]> {
  return await tx.query<{ id: number }>(sql`
    with ${lockWait(waitMs)}
    select o.id from waits, lateral open_actions(case when waits.ms <> '' then ${storableJson(rows)}::jsonb end) o`);
}

async function toRows(ctx: AccountCtx, kind: FreeAction, esims: Esim[], order?: Order): Promise<object[]> {
  const { accountId, environment } = tenant(ctx);
  const topups = kind === "cancel" && environment === "live" ? await returnableTopups(ctx.db, esims) : new Map();
  return esims.map((esim) => ({
    account_id: accountId,
    environment,
    esim_id: esim.id,
    order_id: esim.orderId,
    supplier_code: esim.supplierCode,
    action: kind,
    status: environment === "live" ? "queued" : "processing",
    amount: order ? toNumeric(order.unitPrice) : "0",
    topups_amount: topups.get(esim.id) ?? "0",
    currency: order?.currency ?? ctx.account.currency,
    charged: false,
    request_id: ctx.requestId,
    reference: ulid(),
    at: ctx.clock.now(),
  }));
}

/** What was paid for the top-ups of each eSIM, where its supplier gives them back with it. */
async function returnableTopups(tx: Transaction, esims: Esim[]): Promise<Map<number, string>> {
  const returning = esims.filter(({ supplierCode }) => describeSupplier(supplierCode as SupplierCode).refundsTopups);
  const rows = await tx.query<{ esimId: number; amount: string }>(sql`
    select esim_id, sum(amount)::text as amount from actions
     where esim_id = any(${returning.map(({ id }) => id)}::bigint[]) and action = 'topup' and charged and status = 'succeeded' and refunded_amount = 0
     group by esim_id`);
  return new Map(rows.map(({ esimId, amount }) => [esimId, amount]));
}

/** The sandbox answers as suppliers do: what was installed is no longer taken back. */
function sandboxEnding(action: Action, esim: Esim, at: Date, order?: Order): Ending {
  if (action.action === "cancel" && esim.installationStatus !== "not_installed")
    return { action, succeeded: false, failure: "The eSIM was installed.", esim: null };
  return { action, succeeded: true, esim: { before: esim, state: stateAfter(action.action, esim, at) }, order };
}

export function stateAfter(kind: ActionKind, esim: Esim, at: Date): EsimState {
  const status =
    kind === "cancel" ? "cancelled" : kind === "suspend" ? "suspended" : (esim.resumeStatus ?? esim.status);
  return nextState(esim, { status }, at);
}

/** The order with all its eSIMs cancelled, as its last event shows it. */
export const asCancelled = (order: Order): Order => ({
  ...order,
  status: "cancelled",
  profiles: order.profiles.map((profile) => ({ ...profile, status: "cancelled" })),
});

/** Reads again when an eSIM was changed by somebody else in between. */
async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!isOvertaken(error) || attempt >= 4) throw error;
    }
}
