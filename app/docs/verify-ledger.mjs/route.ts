import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The stand-alone verifier, to be kept and read by whoever uses it. */
export function GET() {
  return new Response(readFileSync(join(process.cwd(), "docs/verify-ledger.mjs"), "utf8"), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}
