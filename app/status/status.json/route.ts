import { publicJson } from "#components/status/feed.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { visitorApi } from "#server/trpc/caller.ts";

export const dynamic = "force-dynamic";

export async function GET() {
  const status = await (await visitorApi()).status.get();
  if (!status) return Response.json({ state: "unknown" }, { status: 503, headers: { "Retry-After": "10" } });
  return Response.json(publicJson(status, publicUrl()), { headers: { "Cache-Control": "public, max-age=10" } });
}
