import { exportLedgerKeys } from "#server/domain/money/ledger/index.ts";
import { database } from "#server/kernel/db.ts";

export const dynamic = "force-dynamic";

/** What signatures of ledger checkpoints are verified with: the key in use, then those before it. */
export async function GET() {
  return new Response(await exportLedgerKeys(database()), {
    headers: { "Content-Type": "application/x-pem-file", "Cache-Control": "public, max-age=300" },
  });
}
