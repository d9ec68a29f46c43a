import { createHash, createHmac, randomUUID } from "node:crypto";
import { Pool } from "undici";

/** A load generator in its own process: told what to send, answers with what it counted. */
export type Load = {
  origin: string;
  clients: number;
  seconds: number;
  method: "GET" | "POST";
  path: string;
  /** One of these per request, in turn. */
  keys: string[];
  /** JSON; a new Idempotency-Key goes with each. */
  body?: string;
  /** Signs every request when the key requires it. */
  signingSecret?: string;
};

export type Counted = {
  perSecond: number;
  p50: number;
  p99: number;
  requests: number;
  statuses: Record<string, number>;
};

process.on("message", async (load: Load) => {
  const counted = await run(load);
  process.send?.(counted);
  process.exit(0);
});

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
  const { origin, clients, seconds, method, path, keys, body, signingSecret } = load;
  const pool = new Pool(origin, { connections: clients, pipelining: 1 });
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let turn = 0;
  const start = performance.now();
  const until = start + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const key = keys[turn++ % Math.max(1, keys.length)];
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
      if (body) Object.assign(headers, { "content-type": "application/json", "idempotency-key": randomUUID() });
      if (signingSecret) Object.assign(headers, sign(load, signingSecret));
      const sentAt = performance.now();
      const answer = await pool.request({ method, path, headers, body });
      await answer.body.dump();
      times.push(performance.now() - sentAt);
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return {
    perSecond: Math.round(times.length / elapsed),
    p50: at(0.5),
    p99: at(0.99),
    requests: times.length,
    statuses,
  };
}
