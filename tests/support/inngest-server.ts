import { createHash, createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { POST } from "#app/api/inngest/route.ts";
import { overrideEnv } from "#server/kernel/env.ts";

export type Registered = {
  id: string;
  triggers: { event?: string; cron?: string }[];
  concurrency?: object;
  priority?: object;
  singleton?: { key: string; mode: string };
  steps: { step: { retries: { attempts: number }; runtime: { url: string } } };
};

const SIGNING_KEY = "ab".repeat(32);

/** As much of an Inngest server as stands between the outbox and the functions: it takes events, and knows functions. */
export async function startInngestServer() {
  const events: { name: string; data: Record<string, unknown> }[] = [];
  const registrations: { url: string; functions: Registered[]; authorization: string }[] = [];
  const fate = { now: "ok" as "ok" | "error" | "hang" };
  const hanging: ServerResponse[] = [];
  const runs: { name: string; once: unknown }[] = [];
  /** One that is a singleton is left out while another of its key has not ended; one whose key is false is none. */
  const begin = ({ name, data }: (typeof events)[number]) => {
    const known = registrations.at(-1)?.functions.find(({ triggers }) => triggers.some(({ event }) => event === name));
    const field = known?.singleton?.key.replace("event.data.", "");
    const once = field === undefined ? false : data[field];
    if (once === false || !runs.some((run) => run.name === name && run.once === once)) runs.push({ name, once });
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (fate.now === "hang") return void hanging.push(response);
    if (fate.now === "error") return response.writeHead(500).end("{}");
    response.setHeader("content-type", "application/json");
    if (request.url === "/fn/register") {
      const authorization = request.headers.authorization ?? "";
      registrations.push({ ...JSON.parse(body), authorization });
      return response.end(JSON.stringify({ ok: true, modified: true, status: 200 }));
    }
    const got = [JSON.parse(body)].flat();
    events.push(...got);
    for (const event of got) begin(event);
    response.end(JSON.stringify({ ids: got.map((_, i) => String(i)), status: 200 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serveOrigin = "https://service.example.com";
  overrideEnv({ inngest: { baseUrl, eventKey: "key", signingKey: SIGNING_KEY, serveOrigin } });
  return {
    serveOrigin,
    events,
    /** What has begun and not ended: a test ends them. */
    runs,
    registrations,
    fate,
    hashedKey: createHash("sha256").update(Buffer.from(SIGNING_KEY, "hex")).digest("hex"),
    /** Calls a function as the server does. */
    async call(name: string, data: object, { at = Date.now(), key = SIGNING_KEY } = {}) {
      // In the order in which canonical JSON has the names: so it is signed.
      const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const event = { data: sorted, id: "1", name: `service/${name}`, ts: Date.now() };
      const ctx = { attempt: 0, fn_id: name, run_id: "r", stack: { current: 0, stack: [] } };
      const body = JSON.stringify({ ctx, event, events: [event], steps: {}, use_api: false, version: 1 });
      const time = Math.round(at / 1000);
      const sum = createHmac("sha256", key).update(`${body}${time}`).digest("hex");
      const query = new URLSearchParams({ fnId: `reseller-esim-service-${name}`, stepId: "step" });
      const headers = { "x-inngest-signature": `t=${time}&s=${sum}`, "content-type": "application/json" };
      const answer = await POST(new Request(`http://x/api/inngest?${query}`, { method: "POST", headers, body }), {});
      return { status: answer.status, body: await answer.text() };
    },
    /** Whoever waits for an answer gets none; from now on it answers with an error. */
    hangUp(): void {
      fate.now = "error";
      for (const response of hanging.splice(0)) response.destroy();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
