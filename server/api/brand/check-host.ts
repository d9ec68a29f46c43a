import { hostName, isStorefrontHost, shopsOrigin, siteOf } from "#server/domain/reseller/brand/index.ts";
import { env } from "#server/kernel/env.ts";

/**
 * `/api/domains/check?domain=shop.example.com`: 200 when this service answers under the name, 404 otherwise. A proxy that
 * makes certificates on demand asks here first. It says nothing else: not whose the name is.
 */
export async function checkHost(request: Request): Promise<Response> {
  const host = hostName(new URL(request.url).searchParams.get("domain"));
  const own = [env().publicUrl, shopsOrigin()].some((origin) => host === new URL(origin).hostname);
  const site = siteOf(host);
  const known = own || (typeof site === "object" && (await isStorefrontHost(site.domain)));
  return new Response(null, { status: known ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}
