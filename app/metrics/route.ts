import { serveMetrics } from "#server/trpc/serve-metrics.ts";

export const dynamic = "force-dynamic";

export { serveMetrics as GET };
