import { serveMetrics } from "#server/files/serve-metrics.ts";

export const dynamic = "force-dynamic";

export { serveMetrics as GET };
