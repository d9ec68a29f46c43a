import type { NextRequest } from "next/server";
import { AggregatorRegistry, type Registry } from "prom-client";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { isMetricsToken, otherMetrics, ownMetrics } from "#server/kernel/metrics.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { createPortalContext } from "#server/trpc/context.ts";
import { readGauges } from "./metric-gauges.ts";

/**
 * `/metrics` for Prometheus: with the token of METRICS_TOKEN, or in the browser of an operator. What this process and its worker
 * measured, and what the database knows at this moment.
 */
export async function serveMetrics(request: NextRequest): Promise<Response> {
  if (!(await mayRead(request))) return new Response("Only for operators.\n", { status: 401 });
  const all = await readMetrics(systemContext({ kind: "job", name: "metrics" }), sharedGauges);
  const headers = { "content-type": all.contentType, "cache-control": "no-store" };
  return new Response(await all.metrics(), { headers });
}

export async function readMetrics(ctx: Ctx, look = readGauges): Promise<Registry> {
  const gauges = await look(ctx);
  const measured = [await ownMetrics().getMetricsAsJSON(), ...(await otherMetrics().ask())];
  return AggregatorRegistry.aggregate([...measured, await gauges.getMetricsAsJSON()]);
}

/** From the end of a look at the database. A look reads a week of purchases, which takes a second where there are a million. */
const HELD_FOR = 5 * SECOND;

type Look = { gauges: Promise<Registry>; until: number };

/**
 * One look for all who ask meanwhile: several Prometheus servers, or one that asks without a pause, cost no more. Looks beside
 * each other took so long that each of them was given up, and the database was said to be gone.
 */
async function sharedGauges(ctx: Ctx): Promise<Registry> {
  const last = processSingleton<{ look: Look | null }>("gauges", () => ({ look: null }));
  if (last.look && performance.now() < last.look.until) return await last.look.gauges;
  const look: Look = { gauges: readGauges(ctx), until: Number.POSITIVE_INFINITY };
  last.look = look;
  const ended = () => {
    look.until = performance.now() + HELD_FOR;
  };
  look.gauges.then(ended, () => {
    last.look = null;
  });
  return await look.gauges;
}

async function mayRead(request: NextRequest): Promise<boolean> {
  const authorization = request.headers.get("authorization");
  if (authorization?.startsWith("Bearer ")) return isMetricsToken(authorization);
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const { person } = await createPortalContext({ headers: request.headers, cookie, environment: null });
  return !!person?.operatorRole && person.secondFactorAt !== null;
}
