import { ORDER_SCENARIOS, PACE, POST_SCENARIOS, type Scenario } from "./drill.ts";

/** What is shown in each scenario, and what a good integration does then. */
const WORDS: Record<Scenario, { title: string; shown: string; right: string; isCritical?: boolean }> = {
  rate_limited: {
    title: "Too many requests",
    shown: `An order is refused with 429 and \`Retry-After: ${PACE.retryAfter}\`.`,
    right: "Waits as long as it is told to, then repeats the order under the same Idempotency-Key.",
  },
  server_error: {
    title: "Internal error",
    shown: "An order is answered with 500.",
    right: "Repeats the order under the same Idempotency-Key: whether it was placed is unknown.",
    isCritical: true,
  },
  no_answer: {
    title: "Time-out without effect",
    shown: `An order is not worked on, and the connection is cut after ${PACE.silence} seconds.`,
    right: "Repeats the order under the same Idempotency-Key.",
    isCritical: true,
  },
  lost_answer: {
    title: "Time-out with effect",
    shown: `An order is placed, and the connection is cut after ${PACE.silence} seconds without the answer.`,
    right: "Repeats the order under the same Idempotency-Key, and gets the order that was placed.",
    isCritical: true,
  },
  price_moves: {
    title: "The price moves before the order",
    shown: "An order with a cap is refused with 409 `price_changed`.",
    right: "Orders with a cap; after the refusal reads the price anew and decides, or gives up.",
    isCritical: true,
  },
  order_fails: {
    title: "The order fails",
    shown: `An order is queued, and has failed ${PACE.settle} seconds later.`,
    right: "Learns of it by webhook or by reading the order, and stops asking.",
  },
  order_waits: {
    title: "The order stays under review",
    shown: `An order stays open for ${PACE.wait} seconds before it is delivered.`,
    right:
      "Waits for the webhook or reads the order at most once a second until it is delivered, and never orders again meanwhile.",
    isCritical: true,
  },
  key_expired: {
    title: "The key has expired",
    shown: `An order is refused with 401 for ${PACE.expired} seconds.`,
    right: "Stops and tells a person: repeating the same request cannot help.",
  },
  partly_delivered: {
    title: "Delivered in part",
    shown: `Of an order of two or more, one eSIM is missing ${PACE.settle} seconds later.`,
    right: "Learns of it by webhook or by reading the order, and stops asking.",
  },
  unsigned: {
    title: "Unsigned webhook",
    shown: "An event comes without a signature.",
    right: "Is refused with a status other than 2xx.",
    isCritical: true,
  },
  altered: {
    title: "Altered webhook",
    shown: "An event was changed after it was signed.",
    right: "Is refused: the signature is over the raw body.",
    isCritical: true,
  },
  old_secret: {
    title: "Webhook signed with the old secret",
    shown: "An event is signed with the secret before this one, after its time.",
    right: "Is refused: an old secret is forgotten when its rotation is over.",
    isCritical: true,
  },
  old_timestamp: {
    title: "Replayed webhook",
    shown: "A signed event carries a timestamp of ten minutes ago.",
    right: "Is refused: older than 300 seconds is not believed.",
    isCritical: true,
  },
  genuine: {
    title: "Genuine webhooks",
    shown: "Events about the orders come as they always do.",
    right: "Are answered with 2xx.",
  },
  prompt: {
    title: "Answers in time",
    shown: "How long the endpoint takes to answer genuine events.",
    right: `Answers within ${PACE.prompt} seconds and works afterwards.`,
  },
  late: {
    title: "Late webhook",
    shown: `An event comes ${PACE.late} seconds late, after the order could be read.`,
    right: "Is answered with 2xx.",
  },
  twice: {
    title: "Webhook twice",
    shown: "The same event comes a second time.",
    right: "Is answered with 2xx again, and done once.",
  },
  reordered: {
    title: "Webhooks out of order",
    shown: "A later event comes before an earlier one.",
    right: "Both are answered with 2xx.",
  },
};

/** Every scenario in the order of the report. */
export const SCENARIOS = [...ORDER_SCENARIOS, ...POST_SCENARIOS].map((code) => ({
  code: code as Scenario,
  isCritical: false,
  ...WORDS[code],
}));

/** Money or trust is at stake. */
export const isCritical = (scenario: Scenario): boolean => WORDS[scenario].isCritical === true;
