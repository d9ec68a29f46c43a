import { createAccount } from "#server/domain/accounts/index.ts";
import { verifyLedger } from "#server/domain/ledger/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";

const ENTRIES = 200_000;

/** Entries per second that `svc ledger verify` gets through on one long chain. */
export async function verifiedPerSecond(): Promise<number> {
  const ctx = systemContext({ kind: "command", name: "bench" });
  const { id, code } = await createAccount(ctx, { companyName: "Long", email: "bench@example.com", currency: "USD" });
  for (let posted = 0; posted < ENTRIES; posted += 5_000)
    await database().query(sql`
      select count(*) from append_entries(array(
        select (${id}::int, 'deposit', 12.5, 'bench:' || (${posted}::int + i), 'Order B2B-' || i || ': Türkiye 5 GB 30 Days', now())::new_entry
          from generate_series(1, 5000) i))`);
  const startedAt = performance.now();
  const { ok, entries } = await verifyLedger(ctx, code);
  if (!ok || entries !== ENTRIES) throw new Error(`The bench's chain does not verify: ${entries} entries.`);
  return Math.round(entries / ((performance.now() - startedAt) / 1_000));
}
