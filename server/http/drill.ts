import { setTimeout as sleep } from "node:timers/promises";
import {
  type Call,
  meetCall,
  PACE,
  readCalls,
  rememberOrder,
  retell,
  seconds,
  toldOf,
} from "#server/domain/messaging/drills/index.ts";
import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail, ServiceError } from "#server/kernel/errors.ts";
import { money } from "#server/kernel/money.ts";
import { readIdempotencyKey } from "./input.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import type { Operation } from "./operation.ts";

/** What a request of a key in a drill is met with, before and after its operation. */
export type Drilled = {
  silent: "before" | "after" | null;
  /** @param data of the answer, as JSON; gives it as it is told */
  tell(data: string): Promise<string>;
};

type Asking = { operation: Operation; request: ApiRequest; sent: unknown };
// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are those of their operations.
type Data = any;

/**
 * Faults are shown here, at the door, and nowhere else: an operation runs whole or not at all. Refuses what the drill refuses.
 * Null for what it leaves alone, and for every key that is in no drill.
 */
export async function enterDrill(
  ctx: AccountCtx,
  { drillId, environment }: ApiKey,
  { operation, request, sent }: Asking,
): Promise<Drilled | null> {
  if (drillId === null || environment !== "test") return null;
  const name = `${operation.method} ${operation.path}`;
  if (name === "POST /orders") return await meetOrder(ctx, drillId, readIdempotencyKey(request), sent as Order);
  if (name !== "GET /orders" && name !== "GET /orders/{reference}") return null;
  const calls = await readCalls(ctx, drillId);
  const now = ctx.clock.now().getTime();
  const told = (order: Data) => {
    const as = toldOf(calls, order.reference, now);
    return as ? retell(order, as) : order;
  };
  return {
    silent: null,
    tell: async (text) => {
      const data: Data = JSON.parse(text);
      return JSON.stringify(data.items ? { ...data, items: data.items.map(told) } : told(data));
    },
  };
}

type Order = {
  package_id: string;
  quantity?: number;
  client_reference?: string;
  max_unit_price?: number;
  max_total_amount?: number;
};

async function meetOrder(ctx: AccountCtx, drillId: number, idempotencyKey: string, order: Order) {
  const quantity = order.quantity ?? 1;
  const caps = [order.max_unit_price, order.max_total_amount && money(order.max_total_amount).div(quantity).toNumber()];
  const cap = caps.find((one) => one !== undefined);
  const call = await meetCall(ctx, drillId, {
    requestId: ctx.requestId,
    at: ctx.clock.now().getTime(),
    key: idempotencyKey,
    clientReference: order.client_reference ?? null,
    packageId: order.package_id,
    quantity,
    cap: cap === undefined ? null : String(cap),
  });
  if (!call) return null;
  refuse(call, order, ctx.account.currency);
  return {
    silent: call.fault === "silence_before" ? "before" : call.fault === "silence_after" ? "after" : null,
    async tell(text: string) {
      const data: Data = JSON.parse(text);
      await rememberOrder(ctx, drillId, call.n, data.reference);
      // An order that is not done at once: as live ones begin.
      const calls = await readCalls(ctx, drillId);
      const later = toldOf(calls, data.reference, call.at);
      return later ? JSON.stringify(retell(data, { status: "queued", delivered: 0 })) : text;
    },
  } satisfies Drilled;
}

/** As the real refusals say it: integrations are to meet what they will meet. */
function refuse({ fault, cap, price }: Call, order: Order, currency: string): void {
  if (fault === "rate_limited")
    throw new ServiceError(
      "rate_limit_exceeded",
      `The limit of requests per minute is used up. Wait ${PACE.retryAfter} seconds.`,
      undefined,
      { "Retry-After": String(PACE.retryAfter) },
    );
  if (fault === "server_error") fail("internal_error", "Something went wrong on our side. Try again.");
  if (fault === "key_expired") fail("authentication_failed", "Authentication failed: the API key has expired.");
  if (fault !== "price_moved") return;
  const isUnit = order.max_unit_price !== undefined;
  const now = money(price!).times(isUnit ? 1 : (order.quantity ?? 1));
  const field = isUnit ? "max_unit_price" : "max_total_amount";
  const sent = isUnit ? Number(cap) : order.max_total_amount!;
  fail(
    "price_changed",
    `The ${isUnit ? "unit price" : "total"} is now ${now}, above ${field} ${sent}. Nothing was charged.`,
    {
      field,
      currency,
      [isUnit ? "current_unit_price" : "current_total_amount"]: now.toNumber(),
      [field]: sent,
    },
  );
}

/** For a while nothing, and then no answer. */
export async function silence(): Promise<ApiResponse> {
  await sleep(seconds(PACE.silence));
  return { status: 504, headers: {}, body: "The go-live drill gave no answer.", unanswered: true };
}
