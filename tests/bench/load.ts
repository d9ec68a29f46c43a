import { createHash, createHmac, randomUUID } from "node:crypto";
import { Pool } from "undici";

/** A load generator in its own process: told what to send, answers with what it counted, as often as it is told. */
export type Load = {
  origin: string;
  clients: number;
  seconds: number;
  method: "GET" | "POST";
  /** `{n}`, here and in `address`, is another number with each request. */
  path: string;
  /** One of these per request, in turn. */
  keys: string[];
  /** JSON; a new Idempotency-Key goes with each. */
  body?: string;
  /** Where the request comes from, as a proxy would say: one of many addresses unless it is named. */
  address?: string;
  /** With every request, such as what a browser would accept. */
  headers?: Record<string, string>;
  /** A second key that every other request is made with, signed: what it costs more shows in `guardedP50`. */
  guarded?: { key: string; signingSecret: string };
  /** Every request is made with it. */
  onlyGuarded?: boolean;
};

export type Counted = {
  perSecond: number;
  p50: number;
  p99: number;
  guardedP50: number;
  guardedPerSecond: number;
  requests: number;
  statuses: Record<string, number>;
};

process.on("message", async (load: Load) => {
  const counted = await run(load);
  process.send?.(counted);
});
process.on("disconnect", () => process.exit(0));

/** The headers of a signed request. */
function sign({ method, path, body = "" }: Load, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const requestId = randomUUID();
  const hash = createHash("sha256").update(body).digest("hex");
  const text = [method, path, timestamp, requestId, hash].join("\n");
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  return {
    "x-svc-timestamp": timestamp,
    "x-svc-request-id": requestId,
    "x-svc-signature": `sha256=${signature}`,
  };
}

async function run(load: Load): Promise<Counted> {
  const { origin, clients, seconds, method, path, keys, body, guarded, onlyGuarded } = load;
  const pool = new Pool(origin, { connections: clients, pipelining: 1 });
  const times: number[] = [];
  const guardedTimes: number[] = [];
  const statuses: Record<string, number> = {};
  let turn = 0;
  const first = Date.now();
  const start = performance.now();
  const until = start + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const signed = guarded && (onlyGuarded || turn % 2 === 1) ? guarded : undefined;
      const key = signed?.key ?? keys[turn % Math.max(1, keys.length)];
      turn++;
      const filled = (text: string, most: number) => text.replace("{n}", String((first + turn) % most));
      const headers: Record<string, string> = {
        "x-forwarded-for": filled(load.address ?? "192.0.2.{n}", 250),
        ...load.headers,
        ...(key && { authorization: `Bearer ${key}` }),
      };
      if (body) Object.assign(headers, { "content-type": "application/json", "idempotency-key": randomUUID() });
      if (signed) Object.assign(headers, sign(load, signed.signingSecret));
      const sentAt = performance.now();
      const answer = await pool.request({ method, path: filled(path, 10 ** 12), headers, body });
      await answer.body.dump();
      (signed ? guardedTimes : times).push(performance.now() - sentAt);
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  const at = (sorted: number[], share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
  for (const list of [times, guardedTimes]) list.sort((a, b) => a - b);
  return {
    perSecond: Math.round(times.length / elapsed),
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    guardedP50: at(guardedTimes, 0.5),
    guardedPerSecond: Math.round(guardedTimes.length / elapsed),
    requests: times.length + guardedTimes.length,
    statuses,
  };
}
