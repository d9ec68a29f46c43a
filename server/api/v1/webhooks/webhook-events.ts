import { z } from "zod";
import type { WebhookEvent } from "#server/http/openapi/describe-webhook.ts";
import { EVENTS, type EventType } from "#server/kernel/events.ts";
import { Action } from "../actions/action.wire.ts";
import { Esim } from "../esims/esim.wire.ts";
import { ApiKeyNotice } from "../keys/api-key-notice.wire.ts";
import { Order } from "../orders/order.wire.ts";
import { ESIM, FAILED_CANCEL, FAILED_TOPUP, TOPUP_ACTION } from "../samples/esims.ts";
import { CANCELLED_ORDER, FAILED_ORDER, ORDER, PARTIAL_ORDER, QUEUED_ORDER } from "../samples/orders.ts";

const OrderData = z.strictObject({ order: Order }).meta({ id: "OrderEventData" });
const EsimData = z.strictObject({ esim: Esim }).meta({ id: "EsimEventData" });
const ActionData = z.strictObject({ action: Action }).meta({ id: "ActionEventData" });
const ApiKeyData = z.strictObject({ api_key: ApiKeyNotice }).meta({ id: "ApiKeyEventData" });
const NoData = z.strictObject({}).meta({ id: "EmptyEventData" });

const order = (record: object) => ({ data: OrderData, example: { order: record } });
const esim = (change: object = {}) => ({ data: EsimData, example: { esim: { ...ESIM, ...change } } });
const action = (record: object) => ({ data: ActionData, example: { action: record } });

const DATA: Record<EventType, Omit<WebhookEvent, "description">> = {
  "order.created": order(QUEUED_ORDER),
  "order.delivered": order(ORDER),
  "order.partially_delivered": order(PARTIAL_ORDER),
  "order.failed": order(FAILED_ORDER),
  "order.cancelled": order(CANCELLED_ORDER),
  "esim.activated": esim(),
  "esim.usage.updated": esim(),
  "esim.suspended": esim({
    activation_status: "suspended",
    provider_status: { profile: "SUSPENDED", smdp: "ENABLED" },
  }),
  "esim.resumed": esim(),
  "esim.cancelled": esim({
    activation_status: "cancelled",
    installation_status: "deleted",
    provider_status: { profile: "CANCEL", smdp: "DELETED" },
  }),
  "esim.action.failed": action(FAILED_CANCEL),
  "topup.completed": action(TOPUP_ACTION),
  "topup.failed": action(FAILED_TOPUP),
  "api_key.expiring": {
    data: ApiKeyData,
    example: {
      api_key: {
        key_prefix: "svc_live_1aB2c3D4",
        name: "Shop",
        environment: "live",
        expires_at: "2026-12-20 13:00:00",
      },
    },
  },
  "integration.test": { data: NoData, example: {} },
};

/** Every event with what it carries. */
export const webhookEvents = Object.fromEntries(
  Object.entries(EVENTS).map(([type, description]) => [type, { description, ...DATA[type as EventType] }]),
) as Record<EventType, WebhookEvent>;
