import { serveReport } from "#server/trpc/serve-report.ts";

export { serveReport as GET };
