import * as flags from "country-flag-icons/string/3x2";
import { FILE_POLICY } from "#server/http/security-headers.ts";

type Context = { params: Promise<{ file: string }> };

/** `/flags/tr.svg`: the same drawing for ever. */
export async function serveFlag(_request: Request, { params }: Context): Promise<Response> {
  const code = /^([a-z]{2})\.svg$/.exec((await params).file)?.[1]?.toUpperCase();
  const drawing = code && (flags as Record<string, string>)[code];
  if (!drawing) return new Response(null, { status: 404 });
  return new Response(drawing, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": FILE_POLICY,
    },
  });
}
