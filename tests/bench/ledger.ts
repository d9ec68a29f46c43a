import { verifyLedger } from "#server/domain/money/ledger/index.ts";
import { createAccount } from "#server/domain/reseller/accounts/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { linkHash, NO_LINK } from "#server/kernel/hash-chain.ts";

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

/** Links per second of a bare loop that hashes a chain of such entries: no row is read, nothing is compared. */
export function hashedPerSecond(): number {
  const fields =
    "1:7,6:100000,7:deposit,7:12.5000,3:USD,10:1250000.00,12:bench:100000,38:Order B2B-100000: Türkiye 5 GB 30 Days,";
  const startedAt = performance.now();
  let hash = NO_LINK;
  for (let i = 0; i < ENTRIES; i++) hash = linkHash(hash, fields);
  return Math.round(ENTRIES / ((performance.now() - startedAt) / 1_000));
}
