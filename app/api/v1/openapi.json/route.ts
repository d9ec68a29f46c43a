import { serveOpenApi } from "#server/api/v1/serve-openapi.ts";

export const dynamic = "force-dynamic";

export { serveOpenApi as GET };
