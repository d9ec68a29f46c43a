import { randomInt } from "node:crypto";
import type { PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { type NewEsim, newSandboxEsim, toProfile } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Database, lockWait, sql } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { newEventId, orderReference } from "#server/kernel/ids.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Order, OrderStatus, PlayedStatus } from "./order.ts";

/** An order on its way into the database: its claims are its idempotency key and its reference. */
type WaitingOrder = Work & { request(): OrderRequestRow };

/** What became of it. The wallet as it was before it. */
type Placement = {
  outcome: "placed" | "replayed" | "key_conflict" | "reference_taken" | "insufficient";
  response: string | null;
  balance: Money;
  available: Money;
  creditEnabled: boolean;
  creditStatus: string;
};

/** Places orders, those together that come together (decisions 3 and 39). */
export const placeTogether = inLanes<WaitingOrder, Placement>("orders", { write });

async function write(db: Database, waiting: WaitingOrder[], waitMs: number): Promise<Placement[]> {
  const requests = waiting.map(({ request }, ord) => ({ ord, ...request() }));
  const placements = await db.query<Placement & { ord: number }>(sql`
    with ${lockWait(waitMs)}
    select ord, outcome, response, balance, available, credit_enabled, credit_status
      from waits, lateral place_orders(case when waits.ms <> '' then ${storableJson(requests)}::jsonb end)`);
  return placements.sort((a, b) => a.ord - b.ord);
}

/** An order as `place_orders` takes it: the columns of its record `order_request`. */
export type OrderRequestRow = {
  /** Below zero: stands for the order's own, wherever it is in `response`, `event_data` and `esims`. */
  id: number;
  account_id: number;
  environment: "test" | "live";
  operation: string;
  idempotency_key: string;
  fingerprint: string;
  /** The answer to the caller, kept under the key. */
  response: string;
  client_reference: string | null;
  status: OrderStatus;
  package_id: number;
  package_name: string;
  product_key: string;
  quantity: number;
  unit_price: string;
  total_amount: string;
  currency: string;
  supplier_code: string;
  unit_cost_usd: string;
  unit_base_usd: string;
  request_id: string;
  at: Date;
  event_id: string;
  event_type: EventType;
  /** Null: the answer as it stands, which then need not be sent twice. Whoever did not ask through the API has another shape. */
  event_data: string | null;
  /** Of a test order that is delivered at once. */
  esims: NewEsim[] | null;
  /** The span that asks for it. */
  traceparent: string | null;
};

/** An order that may be placed if its account has the funds. */
export type PricedOrder = {
  ctx: AccountCtx;
  claim: IdempotencyClaim<Order>;
  item: PricedPackage;
  quantity: number;
  totalAmount: Money;
  clientReference: string | null;
  /** Of a test order, which is delivered at once without it. */
  plays?: PlayedStatus | undefined;
  /** The span that asks for it. */
  traceparent?: string | null;
};

const DELIVERED_OF: Record<PlayedStatus | "delivered", (quantity: number) => number> = {
  queued: () => 0,
  failed: () => 0,
  partially_delivered: (quantity) => quantity - 1,
  delivered: (quantity) => quantity,
};

/** `place_orders` draws the ids. No text that somebody else has a part in has this one in it: it is drawn when they are there. */
const standIn = (): number => -randomInt(2 ** 46, 2 ** 47);

export function toOrderRequest({
  ctx,
  claim,
  item,
  quantity,
  totalAmount,
  clientReference,
  plays,
  traceparent = null,
}: PricedOrder): OrderRequestRow {
  const id = standIn();
  const live = ctx.environment === "live";
  const createdAt = ctx.clock.now();
  const status = live ? "queued" : (plays ?? "delivered");
  const esims: NewEsim[] = Array.from({ length: live ? 0 : DELIVERED_OF[status](quantity) }, () =>
    newSandboxEsim({ ...item, supplierReference: orderReference(id) }),
  );
  const order: Order = {
    id,
    clientReference,
    status,
    requestedQuantity: quantity,
    deliveredQuantity: esims.length,
    unitPrice: item.unitPrice,
    totalAmount,
    currency: item.currency,
    packageId: item.id,
    packageName: item.name,
    createdAt,
    profiles: esims.map(toProfile),
  };
  const { accountId, environment } = tenant(ctx);
  const response = claim.answer(order);
  const data = eventData({ order });
  return {
    id,
    account_id: accountId,
    environment,
    operation: claim.operation,
    idempotency_key: claim.key,
    fingerprint: claim.fingerprint,
    response,
    client_reference: clientReference,
    status: order.status,
    package_id: item.id,
    package_name: item.name,
    product_key: item.productKey,
    quantity,
    unit_price: toNumeric(item.unitPrice),
    total_amount: toNumeric(totalAmount),
    currency: item.currency,
    supplier_code: item.supplierCode,
    unit_cost_usd: toNumeric(item.costUsd),
    unit_base_usd: toNumeric(item.baseUnitPrice),
    request_id: ctx.requestId,
    at: createdAt,
    event_id: newEventId(),
    event_type: status === "queued" ? "order.created" : `order.${status}`,
    event_data: data === `{"order":${response}}` ? null : data,
    esims: esims.length === 0 ? null : esims,
    traceparent,
  };
}
