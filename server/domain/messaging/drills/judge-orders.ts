import { money } from "#server/kernel/money.ts";
import { type Call, type Evidence, type Finding, type OrderScenario, PACE, type Post, seconds } from "./drill.ts";
import { revealedAt } from "./told-order.ts";

/** One line of the request log of the key. */
export type Seen = { requestId: string; operation: string | null; path: string; at: number };
/** All that is known of a drill when it is judged. */
export type Facts = { calls: readonly Call[]; posts: readonly Post[]; requests: readonly Seen[]; endedAt: number };
export type Opinion = Omit<Finding, "scenario">;

type Case = Facts & { first: Call; tries: Call[] };

export const pass = (seen: string, evidence: Evidence[] = []): Opinion => ({
  verdict: "pass",
  seen,
  mend: "",
  evidence,
});
export const fail = (seen: string, mend: string, evidence: Evidence[]): Opinion => ({
  verdict: "fail",
  seen,
  mend,
  evidence,
});
export const notSeen = (seen: string, mend: string, evidence: Evidence[] = []): Opinion => ({
  verdict: "not_seen",
  seen,
  mend,
  evidence,
});

const ofCall = (call: Call, note: string): Evidence => ({ kind: "request", id: call.requestId, note });
const ofRequest = ({ requestId }: Seen, note: string): Evidence => ({ kind: "request", id: requestId, note });
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** More reads than this after the end has been read are a loop that does not know it. */
const MOST_READS_AFTER_END = 3;
/** What a clock and a network may differ by. */
const TOLERANCE_MS = 150;
/** An end that was told for less than this may not have been looked at yet. */
const TIME_TO_LEARN = seconds(4);

const JUDGES: Record<OrderScenario, (facts: Case) => Opinion> = {
  rate_limited: afterLimit,
  server_error: (facts) => afterUnknown(facts, "500"),
  no_answer: (facts) => afterUnknown(facts, "a time-out"),
  lost_answer: (facts) => afterUnknown(facts, "a time-out"),
  price_moves: afterPrice,
  key_expired: afterRefusedKey,
  order_fails: afterEnd,
  partly_delivered: afterEnd,
  order_waits: whileWaiting,
};

export function judgeOrders(scenario: OrderScenario, facts: Facts): Opinion {
  const first = facts.calls.find((call) => call.scenario === scenario);
  if (!first) {
    const what = scenario === "partly_delivered" ? "an order with a quantity of two or more" : "another order";
    return notSeen(
      "No order came that could be met with this.",
      `Run the drill again and place ${what} while it runs.`,
    );
  }
  const tries = facts.calls.filter(({ purchase, n }) => purchase === first.n && n !== first.n);
  return JUDGES[scenario]({ ...facts, first, tries });
}

function afterLimit({ first, tries }: Case): Opinion {
  const refused = ofCall(first, `refused with Retry-After: ${PACE.retryAfter}`);
  const [again] = tries;
  if (!again)
    return fail(
      "The order was given up after one refusal.",
      "Wait for the seconds of Retry-After and repeat the request.",
      [refused],
    );
  const waited = again.at - first.at;
  const evidence = [refused, ofCall(again, `came ${inSeconds(waited)} later`)];
  if (waited < seconds(PACE.retryAfter) - TOLERANCE_MS)
    return fail(
      `The order came again after ${inSeconds(waited)}, before the ${PACE.retryAfter} s of Retry-After were over.`,
      "Read Retry-After of every 429 and wait that long before the next request.",
      evidence,
    );
  const other = tries.find(({ key }) => key !== first.key);
  if (other) return underOtherKey(first, other, refused);
  return pass(`Waited ${inSeconds(waited)} and repeated under the same Idempotency-Key.`, evidence);
}

const underOtherKey = (first: Call, other: Call, refused: Evidence): Opinion =>
  fail(
    `The order came again under another Idempotency-Key (${other.key} after ${first.key}).`,
    "Make the key once for each purchase, keep it with the purchase, and send it with every try.",
    [refused, ofCall(other, other.reference ? `placed ${other.reference}` : "another key")],
  );

/** Whether the order was placed is not known to the integration. */
function afterUnknown({ first, tries, requests }: Case, what: string): Opinion {
  const met = ofCall(first, first.reference ? `placed ${first.reference}, answer withheld` : `met with ${what}`);
  const lookedUp = requests.find(({ operation, at }) => operation === "GET /orders" && at > first.at);
  const other = tries.find(({ key, at }) => key !== first.key && !(lookedUp && lookedUp.at < at));
  if (other) return underOtherKey(first, other, met);
  if (tries.length > 0) return pass("Repeated under the same Idempotency-Key.", [met, ofCall(tries[0]!, "repeat")]);
  if (lookedUp) return pass("Looked for the order before going on.", [met, ofRequest(lookedUp, "looked for it")]);
  return fail(
    `After ${what} the order was neither repeated under its Idempotency-Key nor looked for. Nobody knows whether it was placed; whoever buys again buys twice.`,
    "Repeat the same request with the same Idempotency-Key until it is answered.",
    [met],
  );
}

function afterPrice({ first, tries, requests }: Case): Opinion {
  if (first.cap === null)
    return fail(
      "The order had neither max_unit_price nor max_total_amount: it would be placed at any price.",
      "Send the price that you showed your customer as max_unit_price.",
      [ofCall(first, "no cap")],
    );
  const refused = ofCall(first, `refused: cap ${first.cap}, price ${first.price}`);
  const read = requests.find(
    ({ operation, at }) =>
      at > first.at && ["POST /quotes", "GET /packages", "GET /packages/{id}"].includes(operation ?? ""),
  );
  const isBlind = ({ cap, at }: Call) =>
    cap !== null && money(cap).lessThan(first.price!) && !(read && read.at <= at + TOLERANCE_MS);
  const blind = tries.find(isBlind);
  if (blind)
    return fail(
      "The same order came again with the same cap, and the price was not read anew.",
      "On price_changed get a new quote, decide, and order with the new price as cap.",
      [refused, ofCall(blind, `cap ${blind.cap}`)],
    );
  const dropped = tries.find(({ cap }) => cap === null);
  if (dropped)
    return fail(
      "After the refusal the order came again without a cap.",
      "Raise the cap to the price you accept; never drop it.",
      [refused, ofCall(dropped, "no cap")],
    );
  const evidence = [
    refused,
    ...(read ? [ofRequest(read, "read the price")] : []),
    ...tries.map((call) => ofCall(call, `cap ${call.cap}`)),
  ];
  return pass(
    tries.length > 0
      ? "Ordered anew with a cap, at a price that was read anew."
      : "Did not repeat what cannot succeed.",
    evidence,
  );
}

function afterRefusedKey({ first, tries }: Case): Opinion {
  const refused = ofCall(first, "refused: key expired");
  const again = tries.filter(({ fault }) => fault === "key_expired");
  if (again.length > 0)
    return fail(
      `The order came ${again.length} more time${again.length === 1 ? "" : "s"} with the key that was refused.`,
      "Do not repeat after 401: stop, tell a person, and go on with a new key.",
      [refused, ...again.slice(0, 3).map((call) => ofCall(call, "refused again"))],
    );
  return pass("Did not repeat with a refused key.", [refused]);
}

/** What the integration did about the order itself. */
function readsOf({ first, requests, posts }: Case, reference: string) {
  const revealed = revealedAt(first)!;
  const reads = requests.filter(
    ({ operation, path }) => operation === "GET /orders/{reference}" && path.split("?")[0]!.endsWith(`/${reference}`),
  );
  const told = posts.find((post) => post.reference === reference && post.error === null && post.at >= revealed);
  const listed = requests.find(({ operation, at }) => operation === "GET /orders" && at > revealed);
  return { revealed, reads, after: reads.filter(({ at }) => at > revealed), told, listed };
}

const unplaced = (first: Call): Opinion =>
  notSeen(
    "The order was refused for another reason, so that nothing could be shown of it.",
    "Mend the order and run the drill again.",
    [ofCall(first, "refused")],
  );

const unlearned = (first: Call, what: string): Opinion =>
  fail(
    `That the order ${what} was neither taken from the webhook nor read.`,
    "Subscribe to the events of orders, or read GET /orders/{reference} until its status is final.",
    [ofCall(first, `placed ${first.reference}`)],
  );

function afterEnd(facts: Case): Opinion {
  const { first, endedAt } = facts;
  const reference = first.reference ?? facts.tries.find((call) => call.reference)?.reference;
  if (!reference) return unplaced(first);
  const { revealed, after, told, listed } = readsOf(facts, reference);
  const what = first.scenario === "order_fails" ? "failed" : "was delivered in part";
  const placed = ofCall(first, `placed ${reference}`);
  if (after.length > MOST_READS_AFTER_END)
    return fail(
      `The order was read ${after.length} more times after it ${what}.`,
      "failed, partially_delivered, cancelled and refunded are ends like delivered: stop asking at any of them.",
      [placed, ...after.slice(0, 4).map((request) => ofRequest(request, "read"))],
    );
  if (told)
    return pass("Took the webhook.", [placed, { kind: "delivery", id: String(told.deliveryId), note: `it ${what}` }]);
  if (after[0] ?? listed) return pass("Read the end of the order.", [placed, ofRequest((after[0] ?? listed)!, "read")]);
  if (endedAt < revealed + TIME_TO_LEARN)
    return notSeen("The drill ended before the order did.", "Let the next drill run longer.", [placed]);
  return unlearned({ ...first, reference }, what);
}

function whileWaiting(facts: Case): Opinion {
  const { first, tries, endedAt } = facts;
  const reference = first.reference ?? tries.find((call) => call.reference)?.reference;
  if (!reference) return unplaced(first);
  const placed = ofCall(first, `placed ${reference}`);
  const other = tries.find(({ key }) => key !== first.key);
  if (other) return underOtherKey(first, other, placed);
  const { revealed, reads, after, told, listed } = readsOf(facts, reference);
  const before = reads.filter(({ at }) => at <= revealed);
  if (before.length > PACE.wait + 2)
    return fail(
      `The order was read ${before.length} times in ${PACE.wait} s.`,
      "Wait for the webhook; read an open order every few seconds at most, and less often the longer it takes.",
      [placed, ...before.slice(0, 3).map((request) => ofRequest(request, "read"))],
    );
  if (told)
    return pass("Waited for the webhook.", [
      placed,
      { kind: "delivery", id: String(told.deliveryId), note: "delivered" },
    ]);
  if (after[0] ?? listed) return pass("Waited and read the order.", [placed, ofRequest((after[0] ?? listed)!, "read")]);
  if (endedAt < revealed + TIME_TO_LEARN)
    return notSeen("The drill ended before the order did.", "Let the next drill run longer.", [placed]);
  return unlearned({ ...first, reference }, "was delivered in the end");
}
