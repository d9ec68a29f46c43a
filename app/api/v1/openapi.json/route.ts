import { openApiDocument } from "#server/api/v1/openapi.ts";

export const dynamic = "force-dynamic";

export function GET() {
  return new Response(openApiDocument(), {
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "public, max-age=60" },
  });
}
