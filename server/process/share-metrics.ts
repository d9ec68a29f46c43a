import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { isMetricsToken, type Measurements, otherMetrics, ownMetrics } from "#server/kernel/metrics.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Child } from "./child.ts";

/** What a child does not say in time is left out: who asks is told of the others. */
const ANSWER_WITHIN_MS = SECOND;
const LISTEN_AGAIN_MS = 2 * SECOND;
const ASK = { type: "measurements?" };

type Said = { type?: string; measurements?: Measurements };

/** In a worker: says what it measured when its parent asks, or by HTTP where METRICS_PORT is set and it has none. */
export function shareMetrics(): void {
  const send = process.send?.bind(process);
  if (send)
    process.on("message", async (message: Said) => {
      if (message.type === ASK.type)
        send({ type: "measurements", measurements: await ownMetrics().getMetricsAsJSON() });
    });
  else if (env().metricsPort !== undefined) serveOwnMetrics(env().metricsPort!);
}

/** In its parent: what `/metrics` says includes what the child measured. */
export function collectFrom(child: () => Pick<Child, "send"> | undefined): { take(message: unknown): void } {
  let waiting: ((measurements: Measurements) => void)[] = [];
  otherMetrics().ask = async () => {
    const to = child();
    if (!to) return [];
    const answered = new Promise<Measurements>((resolve) => waiting.push(resolve));
    to.send(ASK);
    const late = new AbortController();
    const none = sleep(ANSWER_WITHIN_MS, [], { signal: late.signal }).catch(() => []);
    const measurements = await Promise.race([answered, none]);
    late.abort();
    return [measurements];
  };
  return {
    take(message) {
      const { type, measurements } = message as Said;
      if (type !== "measurements" || !measurements) return;
      for (const resolve of waiting) resolve(measurements);
      waiting = [];
    },
  };
}

export function serveOwnMetrics(port: number): Server {
  const server = createServer(async (request, response) => {
    if (!isMetricsToken(request.headers.authorization)) return response.writeHead(401).end("Only with a token.\n");
    try {
      const text = await ownMetrics().metrics();
      return response.writeHead(200, { "content-type": ownMetrics().contentType }).end(text);
    } catch (error) {
      log().error({ error: (error as Error).message }, "the metrics could not be told");
      return response.writeHead(500).end("Not at the moment.\n");
    }
  });
  // Another worker that has not quite ended may have the port: the jobs do not wait for it.
  server.on("error", (error) => {
    log().warn({ error: error.message, port }, "the metrics are not served yet");
    setTimeout(() => server.listen(port), LISTEN_AGAIN_MS).unref();
  });
  return server.listen(port).unref();
}
