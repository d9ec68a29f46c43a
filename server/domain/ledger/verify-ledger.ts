import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { EMPTY_HEAD, type ExportedEntry, type Head, verifyChain } from "./verify-chain.ts";

export type Verification = {
  ok: boolean;
  accounts: number;
  entries: number;
  failures: { account: string; fault: string }[];
};

type Wallet = { accountId: number; code: string; sequence: number; hash: string; balance: string };

/** Recomputes the chain of one account, or of all, and compares its end with the wallet. Reads in batches. */
export async function verifyLedger(ctx: Ctx, code?: string): Promise<Verification> {
  const wallets = await ctx.db.query<Wallet>(sql`
    select w.account_id as "accountId", a.code, w.sequence, encode(w.head_hash, 'hex') as hash, w.balance::text as balance
      from wallets w join accounts a on a.id = w.account_id
     where ${code ?? null}::text is null or a.code = ${code ?? null}
     order by w.account_id`);
  const result: Verification = { ok: true, accounts: wallets.length, entries: 0, failures: [] };
  for (const wallet of wallets) {
    const { head, fault } = await verifyAccount(ctx, wallet);
    result.entries += head.sequence;
    const end = fault ?? compareWithWallet(head, wallet) ?? (await findBeyond(ctx, wallet.accountId));
    if (end) result.failures.push({ account: wallet.code, fault: end });
  }
  result.ok = result.failures.length === 0;
  return result;
}

async function verifyAccount(ctx: Ctx, { accountId, sequence }: Wallet): Promise<{ head: Head; fault?: string }> {
  let head = EMPTY_HEAD;
  for (;;) {
    // Entries posted since the wallet was read are not compared: they belong to a later state of it.
    const entries = await exportEntries(ctx, accountId, head.sequence, sequence);
    if (entries.length === 0) return { head };
    const checked = verifyChain(entries, head);
    if (checked.fault) return checked;
    head = checked.head;
  }
}

function compareWithWallet(head: Head, wallet: Wallet): string | undefined {
  if (head.sequence !== wallet.sequence)
    return `the ledger ends at number ${head.sequence}, the wallet knows of ${wallet.sequence}: entries are missing`;
  if (head.hash !== wallet.hash) return "the last entry's hash is not the one that the wallet holds";
  if (head.balance !== wallet.balance) return `the ledger ends at ${head.balance}, the wallet holds ${wallet.balance}`;
  return undefined;
}

/** An entry that the wallet does not know of was not posted by us. One statement, so that it sees one moment. */
async function findBeyond(ctx: Ctx, accountId: number): Promise<string | undefined> {
  const [entry] = await ctx.db.query<{ id: number; sequence: number }>(sql`
    select l.id, l.sequence from ledger_entries l join wallets w on w.account_id = l.account_id
     where l.account_id = ${accountId} and l.sequence > w.sequence order by l.sequence limit 1`);
  return (
    entry &&
    `entry LED-${entry.id} (number ${entry.sequence}) stands after the last one that the wallet knows of: it was added`
  );
}

const BATCH = 5_000;

/** Entries after a number up to another, oldest first, at most one batch. */
export async function exportEntries(
  ctx: Ctx,
  accountId: number,
  afterSequence: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<ExportedEntry[]> {
  return await ctx.db.query<ExportedEntry>(sql`
    select id::text, account_id::text, sequence::text, type, amount::text, currency::text, balance_before::text, balance_after::text,
           credit_usable::text, cause, description, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
           encode(hash, 'hex') as hash
      from ledger_entries
     where account_id = ${accountId} and sequence > ${afterSequence} and sequence <= ${upTo}
     order by ledger_entries.sequence limit ${BATCH}`);
}
