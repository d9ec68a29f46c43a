import { llmsText } from "#components/docs/llms-text.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";

export const dynamic = "force-dynamic";

export function GET() {
  return new Response(llmsText(publicUrl()), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60" },
  });
}
