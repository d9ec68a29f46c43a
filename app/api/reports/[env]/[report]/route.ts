import { serveReport } from "#server/files/serve-report.ts";

export { serveReport as GET };
