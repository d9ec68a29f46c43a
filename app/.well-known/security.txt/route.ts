import { securityText } from "#components/docs/security-text.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { env } from "#server/kernel/env.ts";
import { after, DAY } from "#server/kernel/time.ts";

export const dynamic = "force-dynamic";

/** Long enough for whoever keeps a copy, short enough that an address that nobody reads any more is noticed. */
const GOOD_FOR = 180 * DAY;

/** Without an address of its own, the page that says whom to ask for one. */
export function GET() {
  const contact = env().securityContact ?? `${publicUrl()}/docs/security`;
  return new Response(securityText(publicUrl(), contact, after(new Date(), GOOD_FOR)), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
