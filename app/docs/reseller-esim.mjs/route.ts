import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The command for integrators, one file: the same that the TypeScript library brings. */
export function GET() {
  return new Response(readFileSync(join(process.cwd(), "sdk/typescript/bin/reseller-esim.mjs"), "utf8"), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}
