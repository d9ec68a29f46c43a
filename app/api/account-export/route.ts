import { serveExport } from "#server/files/serve-export.ts";

export { serveExport as GET };
