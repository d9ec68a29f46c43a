import type { NextRequest } from "next/server";
import { AggregatorRegistry, type Registry } from "prom-client";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { isMetricsToken, otherMetrics, ownMetrics } from "#server/kernel/metrics.ts";
import { createPortalContext } from "#server/trpc/context.ts";
import { readGauges } from "./metric-gauges.ts";

/**
 * `/metrics` for Prometheus: with the token of METRICS_TOKEN, or in the browser of an operator. What this process and its worker
 * measured, and what the database knows at this moment.
 */
export async function serveMetrics(request: NextRequest): Promise<Response> {
  if (!(await mayRead(request))) return new Response("Only for operators.\n", { status: 401 });
  const all = await readMetrics(systemContext({ kind: "job", name: "metrics" }));
  const headers = { "content-type": all.contentType, "cache-control": "no-store" };
  return new Response(await all.metrics(), { headers });
}

export async function readMetrics(ctx: Ctx): Promise<Registry> {
  const gauges = await readGauges(ctx);
  const measured = [await ownMetrics().getMetricsAsJSON(), ...(await otherMetrics().ask())];
  return AggregatorRegistry.aggregate([...measured, await gauges.getMetricsAsJSON()]);
}

async function mayRead(request: NextRequest): Promise<boolean> {
  const authorization = request.headers.get("authorization");
  if (authorization?.startsWith("Bearer ")) return isMetricsToken(authorization);
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const { person } = await createPortalContext({ headers: request.headers, cookie, environment: null });
  return !!person?.operatorRole && person.secondFactorAt !== null;
}
