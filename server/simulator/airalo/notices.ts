import type { Notice } from "../webhook-sender.ts";
import { soldAs } from "./shop.ts";
import type { Order, Sim, State } from "./state.ts";
import { totalMb, toWireOrder, toWireSim, usedMb } from "./wire.ts";

export type Level = "75%" | "90%" | "1days";

const TYPES: Record<Level, string> = { "75%": "data_75", "90%": "data_90", "1days": "expire_1" };

/** What the buyer would have got as a reply, or the reason why not. There is nothing in it that numbers the notice. */
export function orderNotice(state: State, order: Order): Notice {
  const { requestId, failure, sims, noticeUrl } = order;
  const result = failure === null ? { sims: sims.map(toWireSim) } : { reason: failure };
  return {
    key: `order ${order.id}`,
    url: noticeUrl ?? state.subscriptions.get("async_orders") ?? null,
    body: { ...toWireOrder(order), ...result, request_id: requestId },
  };
}

/** Little of its data, or of its time, is left. */
export function lowNotice(state: State, sim: Sim, level: Level): Notice {
  const total = totalMb(sim);
  return {
    key: `sim ${sim.id}`,
    url: state.subscriptions.get("webhook_low_data") ?? null,
    body: {
      event: "low_data_notification",
      type: TYPES[level],
      level,
      iccid: sim.iccid,
      package_name: soldAs(sim.plans[0]!.packageId).title,
      remaining_percentage: total > 0 ? Math.round(((total - usedMb(sim)) / total) * 100) : null,
    },
  };
}
