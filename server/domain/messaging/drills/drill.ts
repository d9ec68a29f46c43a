import { SECOND } from "#server/kernel/time.ts";

/** What an order of the integration is met with; one scenario for each purchase, in this order. */
export const ORDER_SCENARIOS = [
  "rate_limited",
  "server_error",
  "no_answer",
  "lost_answer",
  "price_moves",
  "order_fails",
  "order_waits",
  "key_expired",
  "partly_delivered",
] as const;
export type OrderScenario = (typeof ORDER_SCENARIOS)[number];

/** What its endpoint is sent. */
export const POST_SCENARIOS = [
  "unsigned",
  "altered",
  "old_secret",
  "old_timestamp",
  "genuine",
  "prompt",
  "late",
  "twice",
  "reordered",
] as const;
export type PostScenario = (typeof POST_SCENARIOS)[number];
export type Scenario = OrderScenario | PostScenario;

/** Seconds, as the report and the page name them. */
export const PACE = {
  /** Retry-After of a 429. */
  retryAfter: 2,
  /** Silence before the connection is cut. */
  silence: 3,
  /** The key counts as expired for one purchase. */
  expired: 5,
  /** Until an order has failed or was delivered in part. */
  settle: 2,
  /** How long an order stays open. */
  wait: 8,
  /** A webhook that is late. */
  late: 4,
  /** Within which a receiver answers. */
  prompt: 5,
  /** Nothing happened for so long after everything was shown: it is over. */
  quiet: 10,
};
export const seconds = (count: number): number => count * SECOND;

export const LASTS_MINUTES = 15;
/** Calls and posts that are kept of one drill. */
export const MOST_KEPT = 500;

export type Fault =
  | "none"
  | "rate_limited"
  | "server_error"
  | "silence_before"
  | "silence_after"
  | "price_moved"
  | "key_expired";

/** One `POST /orders` of the key, and what it was met with. */
export type Call = {
  /** From 1, and the number of the first call of the same purchase. */
  n: number;
  purchase: number;
  /** Of the first call; null once every scenario was shown. */
  scenario: OrderScenario | null;
  fault: Fault;
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
  key: string;
  clientReference: string | null;
  packageId: string;
  quantity: number;
  /** What one may cost, as it was sent; null: no cap. */
  cap: string | null;
  /** Of `price_moves`: what one costs now. */
  price: string | null;
  /** What the operation answered, once it ran. */
  reference: string | null;
};

/** One webhook that the drill sent. */
export type Post = {
  kind: PostScenario | "plain" | "told";
  eventId: string;
  deliveryId: number;
  /** The order that it is about. */
  reference: string | null;
  at: number;
  httpStatus: number | null;
  error: string | null;
  durationMs: number;
};

export const FORGED = ["unsigned", "altered", "old_secret", "old_timestamp"] as const;
export const isGenuine = (kind: Post["kind"]): boolean => !(FORGED as readonly string[]).includes(kind);

export type Verdict = "pass" | "fail" | "not_seen";
export type Evidence = { kind: "request" | "delivery"; id: string; note: string };
export type Finding = {
  scenario: Scenario;
  verdict: Verdict;
  /** What was seen, and what to do about it; "" where there is nothing to do. */
  seen: string;
  mend: string;
  evidence: Evidence[];
};

export type Grade = "A" | "B" | "C" | "D";
export type Report = { grade: Grade; findings: Finding[] };

/** A drill while it runs, as its parts work with it. */
export type DrillState = {
  id: number;
  accountId: number;
  keyId: number;
  endpointId: number | null;
  startedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  calls: Call[];
  posts: Post[];
};
