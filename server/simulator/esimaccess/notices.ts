import { randomUUID } from "node:crypto";
import type { Notice } from "../webhook-sender.ts";
import type { Esim, Order, SmdpStatus, State } from "./state.ts";

type NotifyType = "ORDER_STATUS" | "ESIM_STATUS" | "SMDP_EVENT" | "DATA_USAGE" | "VALIDITY_USAGE" | "CHECK_HEALTH";

/** Shares of the volume that are left when the supplier sends word. */
const THRESHOLDS = [1, 0.75, 0.5, 0.25, 0.1, 0];

const webhookTime = (iso: string): string => `${iso.slice(0, 19)}Z`;

/** Notices about one order and its eSIMs keep their order. */
function notice(notifyType: NotifyType, key: string, content: object): Notice {
  const eventGenerateTime = webhookTime(new Date().toISOString());
  return { key, body: { notifyType, notifyId: randomUUID(), eventGenerateTime, content } };
}

export const healthNotice = (): Notice => notice("CHECK_HEALTH", "", { orderNo: "1234567890", orderStatus: "Test" });

export const orderNotice = ({ orderNo, transactionId }: Order): Notice =>
  notice("ORDER_STATUS", orderNo, { orderNo, transactionId, orderStatus: "GOT_RESOURCE" });

export function statusNotice(state: State, esim: Esim): Notice {
  return notice("ESIM_STATUS", esim.orderNo, {
    ...identity(state, esim),
    // Its queries say REVOKE, its webhooks REVOKED.
    esimStatus: esim.esimStatus === "REVOKE" ? "REVOKED" : esim.esimStatus,
    smdpStatus: esim.smdpStatus,
    totalVolume: esim.totalVolume,
    orderUsage: esim.orderUsage,
    remainVolume: esim.totalVolume - esim.orderUsage,
  });
}

export function smdpNotice(state: State, esim: Esim, smdpStatus: SmdpStatus, seqNumber: number): Notice {
  return notice("SMDP_EVENT", esim.orderNo, {
    ...identity(state, esim),
    eid: esim.eid,
    esimStatus: esim.esimStatus,
    smdpStatus,
    timestamp: webhookTime(new Date().toISOString()),
    seqNumber,
    notifyStatus: "Executed-Success",
  });
}

export function usageNotice(state: State, esim: Esim): Notice {
  const remain = esim.totalVolume - esim.orderUsage;
  return notice("DATA_USAGE", esim.orderNo, {
    ...identity(state, esim),
    totalVolume: esim.totalVolume,
    orderUsage: esim.orderUsage,
    remain,
    remainThreshold: THRESHOLDS.findLast((threshold) => threshold >= remain / esim.totalVolume),
    lastUpdateTime: webhookTime(esim.usageAt),
  });
}

export function validityNotice(state: State, esim: Esim): Notice {
  return notice("VALIDITY_USAGE", esim.orderNo, {
    ...identity(state, esim),
    totalDuration: esim.totalDays,
    durationUnit: "DAY",
    remain: 1,
    expiredTime: webhookTime(esim.expiresAt),
  });
}

function identity(state: State, { iccid, orderNo, esimTranNo }: Esim) {
  return { iccid, orderNo, esimTranNo, transactionId: state.orders.get(orderNo)!.transactionId };
}
