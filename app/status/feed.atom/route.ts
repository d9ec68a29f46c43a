import { atomFeed } from "#components/status/feed.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { visitorApi } from "#server/trpc/caller.ts";

export const dynamic = "force-dynamic";

export async function GET() {
  const status = await (await visitorApi()).status.get();
  if (!status)
    return new Response("The state is not known at the moment.", { status: 503, headers: { "Retry-After": "10" } });
  return new Response(atomFeed(status, publicUrl()), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=30" },
  });
}
