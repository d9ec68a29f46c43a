import type { NextRequest } from "next/server";
import { AggregatorRegistry } from "prom-client";
import { systemContext } from "#server/kernel/context.ts";
import { isMetricsToken, otherMetrics, ownMetrics } from "#server/kernel/metrics.ts";
import { createPortalContext } from "#server/trpc/context.ts";
import { readGauges } from "./metric-gauges.ts";

/**
 * `/metrics` for Prometheus: with the token of METRICS_TOKEN, or in the browser of an operator. What this process and its worker
 * measured, and what the database knows at this moment.
 */
export async function serveMetrics(request: NextRequest): Promise<Response> {
  if (!(await mayRead(request))) return new Response("Only for operators.\n", { status: 401 });
  const gauges = await readGauges(systemContext({ kind: "job", name: "metrics" }));
  const own = await ownMetrics().getMetricsAsJSON();
  const all = AggregatorRegistry.aggregate([own, ...(await otherMetrics().ask()), await gauges.getMetricsAsJSON()]);
  const headers = { "content-type": all.contentType, "cache-control": "no-store" };
  return new Response(await all.metrics(), { headers });
}

async function mayRead(request: NextRequest): Promise<boolean> {
  const authorization = request.headers.get("authorization");
  if (authorization?.startsWith("Bearer ")) return isMetricsToken(authorization);
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const { person } = await createPortalContext({ headers: request.headers, cookie, environment: null });
  return !!person?.operatorRole && person.secondFactorAt !== null;
}
