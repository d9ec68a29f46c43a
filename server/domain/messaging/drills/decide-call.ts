import { ceil2, money } from "#server/kernel/money.ts";
import { type Call, type Fault, ORDER_SCENARIOS, type OrderScenario, PACE, seconds } from "./drill.ts";

/** A `POST /orders` as it came. */
export type Asked = Pick<Call, "requestId" | "at" | "key" | "clientReference" | "packageId" | "quantity" | "cap">;

const FIRST_FAULT: Record<OrderScenario, Fault> = {
  rate_limited: "rate_limited",
  server_error: "server_error",
  no_answer: "silence_before",
  lost_answer: "silence_after",
  price_moves: "price_moved",
  key_expired: "key_expired",
  order_fails: "none",
  order_waits: "none",
  partly_delivered: "none",
};
/** After these the same order under another key and without a reference is taken for another try. */
const UNKNOWN: readonly (OrderScenario | null)[] = ["rate_limited", "server_error", "no_answer", "lost_answer"];
const OTHER_TRY_WITHIN = seconds(30);

/** What the call belongs to and what it is met with. Pure: the same calls decide the same. */
export function decideCall(calls: readonly Call[], asked: Asked): Call {
  const n = calls.length + 1;
  const first = findPurchase(calls, asked);
  if (first) {
    const { purchase, price } = first;
    return { ...asked, n, purchase, price, scenario: null, fault: faultAgain(first, asked), reference: null };
  }
  const scenario = nextScenario(calls, asked);
  const isUncapped = scenario === "price_moves" && asked.cap === null;
  const price =
    scenario === "price_moves" && asked.cap !== null ? ceil2(money(asked.cap).times("1.1")).toString() : null;
  const fault = scenario === null || isUncapped ? "none" : FIRST_FAULT[scenario];
  return { ...asked, n, purchase: n, scenario, fault, price, reference: null };
}

/** The first call of the purchase that this is another try of. */
function findPurchase(calls: readonly Call[], { key, clientReference, packageId, quantity, at }: Asked): Call | null {
  const same =
    calls.findLast((call) => call.key === key) ??
    (clientReference === null ? undefined : calls.findLast((call) => call.clientReference === clientReference));
  if (same) return calls[same.purchase - 1]!;
  if (clientReference !== null) return null;
  const last = calls.findLast((call) => call.packageId === packageId && call.quantity === quantity);
  const isOpen =
    last !== undefined &&
    last.clientReference === null &&
    last.fault !== "none" &&
    UNKNOWN.includes(calls[last.purchase - 1]!.scenario) &&
    at - last.at < OTHER_TRY_WITHIN;
  return isOpen ? calls[last.purchase - 1]! : null;
}

function nextScenario(calls: readonly Call[], { quantity }: Asked): OrderScenario | null {
  const shown = new Set(calls.map(({ scenario }) => scenario));
  const left = ORDER_SCENARIOS.filter((scenario) => !shown.has(scenario));
  if (quantity > 1 && left.includes("partly_delivered")) return "partly_delivered";
  return left.find((scenario) => scenario !== "partly_delivered") ?? null;
}

/** A price that moved is back when the order comes again: whoever reads it anew orders at it. */
function faultAgain({ scenario, at }: Call, asked: Asked): Fault {
  if (scenario === "rate_limited" && asked.at < at + seconds(PACE.retryAfter)) return "rate_limited";
  if (scenario === "key_expired" && asked.at < at + seconds(PACE.expired)) return "key_expired";
  return "none";
}
