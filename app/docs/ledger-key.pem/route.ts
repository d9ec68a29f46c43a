import { checkpointPublicKey } from "#server/domain/ledger/index.ts";

export const dynamic = "force-dynamic";

/** What signatures of ledger checkpoints are verified with. */
export function GET() {
  return new Response(checkpointPublicKey(), {
    headers: { "Content-Type": "application/x-pem-file", "Cache-Control": "public, max-age=300" },
  });
}
