import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { isMetricsToken, type Measurements, otherMetrics, ownMetrics } from "#server/kernel/metrics.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Child } from "./child.ts";

/** Who does not say in time what it measured is left out: who asks is told of the others. */
const ANSWER_WITHIN_MS = SECOND;
const LISTEN_AGAIN_MS = 2 * SECOND;
export const HEALTH_PATH = "/health";
const ASK = { type: "measurements?" };
/** Asked by one of several web processes: what everybody else measured. */
const ASK_OTHERS = { type: "measurements of others?" };

type Said = { type?: string; measurements?: Measurements[] };
/** A process that can be asked over a channel. `take` gets whatever comes from there. */
type Askable = { ask(): Promise<Measurements[]>; take(message: unknown): void };

/** In a worker: says what it measured when its parent asks, or by HTTP where METRICS_PORT is set and it has none. */
export function shareMetrics(): void {
  if (process.send) answerParent();
  else if (env().metricsPort !== undefined) serveOwnMetrics(env().metricsPort!);
}

/** In one of several web processes: `/metrics` says of all of them, whichever is asked. */
export function shareMetricsOfAll(): void {
  answerParent();
  const send = (message: object) => void process.send?.(message);
  const parent = askable(() => ({ send }), { question: ASK_OTHERS, withinMs: 2 * ANSWER_WITHIN_MS });
  process.on("message", parent.take);
  otherMetrics().ask = parent.ask;
}

function answerParent(): void {
  process.on("message", async (message: Said) => {
    if (message.type === ASK.type) process.send?.(said([await measuredHere()]));
  });
}

/** In the parent of a worker: what `/metrics` says includes what the child measured. */
export function collectFrom(child: () => Pick<Child, "send"> | undefined): Askable {
  const asked = askable(child);
  otherMetrics().ask = asked.ask;
  return asked;
}

/** In the parent of several: tells one of them of all others, and of this process and what stands behind it. */
export async function tellOfOthers(to: Pick<Child, "send">, others: Askable[]): Promise<void> {
  const asked = await Promise.all([otherMetrics().ask(), ...others.map((other) => other.ask())]);
  to.send(said([await measuredHere(), ...asked.flat()]));
}

export const asksOfOthers = (message: unknown): boolean => (message as Said).type === ASK_OTHERS.type;

const measuredHere = (): Promise<Measurements> => ownMetrics().getMetricsAsJSON();
const said = (measurements: Measurements[]): Said => ({ type: "measurements", measurements });

export function askable(
  there: () => Pick<Child, "send"> | undefined,
  { question, withinMs } = { question: ASK, withinMs: ANSWER_WITHIN_MS },
): Askable {
  let waiting: ((measurements: Measurements[]) => void)[] = [];
  return {
    async ask() {
      const to = there();
      if (!to) return [];
      const answered = new Promise<Measurements[]>((resolve) => waiting.push(resolve));
      to.send(question);
      const late = new AbortController();
      const none = sleep(withinMs, [], { signal: late.signal }).catch(() => []);
      const measurements = await Promise.race([answered, none]);
      late.abort();
      return measurements;
    },
    take(message) {
      const { type, measurements } = message as Said;
      if (type !== "measurements" || !measurements) return;
      for (const resolve of waiting) resolve(measurements);
      waiting = [];
    },
  };
}

/** Besides, anybody is told at `/health` that its event loop turns: a port is open to a process that stands still, too. */
export function serveOwnMetrics(port: number): Server {
  const server = createServer(async (request, response) => {
    if (request.url === HEALTH_PATH) return response.writeHead(200).end("ok\n");
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
