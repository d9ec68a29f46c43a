import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { readNewestFile } from "./checkpoint-files.ts";
import { readLedgerKeys } from "./ledger-keys.ts";

/** More than are given between two backups. */
const BIG_JUMP = 1_000_000;
const SMALL_JUMP = 10_000;

/**
 * In words, why nothing may be sold on this database as it is: it lacks entries that the newest checkpoint signed, so that the
 * numbers of orders, payments and events that were given since would be given twice. Null when it lacks none.
 */
export async function findRestoredDatabase(ctx: Ctx): Promise<string | null> {
  const newest = await readNewestFile(await readLedgerKeys(ctx.db)).catch((error: Error) => {
    log().error({ error: error.message }, "the newest checkpoint cannot be held against the database");
    return null;
  });
  if (!newest) return null;
  const signed = JSON.stringify(newest.heads);
  const [{ accounts } = { accounts: 0 }] = await ctx.db.query<{ accounts: number }>(sql`
    select count(*)::int as accounts
      from jsonb_to_recordset(${signed}::jsonb) as h (account_id int, sequence bigint) left join wallets w using (account_id)
     where coalesce(w.sequence, 0) < h.sequence`);
  if (accounts === 0) return null;
  return (
    `The database lacks ledger entries of ${accounts === 1 ? "one account" : `${accounts} accounts`} that checkpoint ${newest.number} signed at ${newest.at}: it seems to be restored from before. ` +
    'Numbers that were given since would be given again. Run `svc ledger checkpoint --restored "why"`, then start again (docs/ledger-checkpoints.md, "After a restore").'
  );
}

/** Numbers go on far above those that may have been given after the moment that was restored: none is given twice. */
export async function jumpNumbers(tx: Transaction): Promise<void> {
  await tx.query(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass,
                  coalesce(last_value, 0) + case when data_type = 'bigint'::regtype then ${BIG_JUMP}::int else ${SMALL_JUMP}::int end)
      from pg_sequences
     where schemaname = current_schema() and data_type <> 'smallint'::regtype`);
}
