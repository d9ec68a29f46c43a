import { verifyAuditChain } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type Epoch, readSignedHeads, type SignedHead, type SignedHeads } from "./signed-heads.ts";
import { EMPTY_HEAD, type ExportedEntry, type Head, verifyChain } from "./verify-chain.ts";

export type Verification = {
  ok: boolean;
  accounts: number;
  entries: number;
  /** Entries of the audit log; none when one account is looked at. */
  auditEntries: number;
  /** Checkpoints that the chains were held against; the newest one's number and moment. */
  checkpoints: number;
  newestCheckpoint: { number: number; at: string } | null;
  /** Restores of the database that gave up signed entries. */
  epochs: Epoch[];
  failures: { account: string; fault: string }[];
};

export type Wallet = { accountId: number; code: string; sequence: number; hash: string; balance: string };

/**
 * Recomputes the chain of one account, or of all and of the audit log, and holds it against every signed checkpoint and
 * against the wallet. Reads in batches.
 */
export async function verifyLedger(ctx: Ctx, code?: string): Promise<Verification> {
  const signed = await readSignedHeads(ctx);
  const wallets = await readWallets(ctx, code);
  const { count: checkpoints, newest: newestCheckpoint, epochs } = signed;
  const failures = signed.faults.map((fault) => ({ account: "checkpoints", fault }));
  let entries = 0;
  for (const wallet of wallets) {
    const known = signed.ofAccount.get(wallet.accountId);
    const { head, fault } = await verifyAccount(ctx, wallet, EMPTY_HEAD, known);
    entries += head.sequence;
    const end = fault ?? compareWithWallet(head, wallet) ?? findCut(head, known) ?? (await findBeyond(ctx, wallet));
    if (end) failures.push({ account: wallet.code, fault: end });
  }
  let auditEntries = 0;
  if (code === undefined) {
    failures.push(...findGone(wallets, signed));
    const { head, fault } = await verifyAuditChain(ctx, { signed: signed.ofAudit });
    auditEntries = head.sequence;
    if (fault) failures.push({ account: AUDIT_LOG, fault });
  }
  const ok = failures.length === 0;
  return { ok, accounts: wallets.length, entries, auditEntries, checkpoints, newestCheckpoint, epochs, failures };
}

/** Where a failure of the audit log's chain is said to be. */
export const AUDIT_LOG = "audit log";

/** Where each wallet says that its chain ends, at one moment, in the order of the accounts. */
export const readWallets = (ctx: Ctx, code?: string): Promise<Wallet[]> =>
  ctx.db.query<Wallet>(sql`
    select w.account_id, a.code, w.sequence, encode(w.head_hash, 'hex') as hash, w.balance::text as balance
      from wallets w join accounts a on a.id = w.account_id
     where ${code ?? null}::text is null or a.code = ${code ?? null}
     order by w.account_id`);

/** Verifies the entries from a head up to where the wallet stood. While one batch is hashed, the next one is read. */
export async function verifyAccount(
  ctx: Ctx,
  { accountId, sequence: upTo }: Wallet,
  from: Head,
  signed?: Map<number, SignedHead>,
): Promise<{ head: Head; fault?: string }> {
  const read = (after: number) => exportEntries(ctx, accountId, after, Math.min(after + BATCH, upTo));
  let head: Head = { sequence: from.sequence, hash: from.hash, balance: from.balance };
  let next = read(head.sequence);
  for (let after = head.sequence; after < upTo; after += BATCH) {
    const entries = await next;
    if (entries.length === 0) break;
    next = read(after + BATCH);
    // When this batch is faulty, nobody waits for the next one.
    next.catch(() => {});
    const checked = verifyChain(entries, head);
    const fault = checked.fault ?? (signed && findForged(entries, signed));
    if (fault) return { head, fault };
    head = checked.head;
  }
  await next;
  return { head };
}

function findForged(entries: ExportedEntry[], signed: Map<number, SignedHead>): string | undefined {
  for (const { id, sequence, hash, balance_after } of entries) {
    const known = signed.get(Number(sequence));
    if (known && (known.hash !== hash || known.balance !== balance_after))
      return `entry LED-${id} (number ${sequence}) is not the one that checkpoint ${known.checkpoint} signed: the chain was written anew`;
  }
  return undefined;
}

export const isWhereWalletIs = (head: Head, wallet: Wallet): boolean => compareWithWallet(head, wallet) === undefined;

function compareWithWallet(head: Head, wallet: Wallet): string | undefined {
  if (head.sequence !== wallet.sequence)
    return `the ledger ends at number ${head.sequence}, the wallet knows of ${wallet.sequence}: entries are missing`;
  if (head.hash !== wallet.hash) return "the last entry's hash is not the one that the wallet holds";
  if (head.balance !== wallet.balance) return `the ledger ends at ${head.balance}, the wallet holds ${wallet.balance}`;
  return undefined;
}

function findCut(head: Head, signed?: Map<number, SignedHead>): string | undefined {
  for (const [sequence, { checkpoint }] of signed ?? [])
    if (sequence > head.sequence)
      return `the ledger ends at number ${head.sequence}, checkpoint ${checkpoint} signed number ${sequence}: entries were cut off`;
  return undefined;
}

function findGone(wallets: Wallet[], { ofAccount }: SignedHeads): Verification["failures"] {
  const there = new Set(wallets.map(({ accountId }) => accountId));
  const gone = [...ofAccount.keys()].filter((id) => !there.has(id));
  return gone.map((id) => ({ account: String(id), fault: "checkpoints signed this account's chain, and it is gone" }));
}

/** An entry that the wallet does not know of was not posted by us. One statement, so that it sees one moment. */
async function findBeyond(ctx: Ctx, { accountId }: Wallet): Promise<string | undefined> {
  const [entry] = await ctx.db.query<{ id: number; sequence: number }>(sql`
    select l.id, l.sequence from ledger_entries l join wallets w on w.account_id = l.account_id
     where l.account_id = ${accountId} and l.sequence > w.sequence order by l.sequence limit 1`);
  return (
    entry &&
    `entry LED-${entry.id} (number ${entry.sequence}) stands after the last one that the wallet knows of: it was added`
  );
}

const BATCH = 5_000;

type Row = Record<
  | "id"
  | "accountId"
  | "sequence"
  | "type"
  | "amount"
  | "currency"
  | "balanceBefore"
  | "balanceAfter"
  | "creditUsable"
  | "cause"
  | "description"
  | "createdAt"
  | "hash",
  string
>;

/** An export names the fields as the columns that the hash is made of. */
const toExported = (row: Row): ExportedEntry => ({
  id: row.id,
  account_id: row.accountId,
  sequence: row.sequence,
  type: row.type,
  amount: row.amount,
  currency: row.currency,
  balance_before: row.balanceBefore,
  balance_after: row.balanceAfter,
  credit_usable: row.creditUsable,
  cause: row.cause,
  description: row.description,
  created_at: row.createdAt,
  hash: row.hash,
});

/** Entries after a number up to another, oldest first, at most one batch. */
export async function exportEntries(
  ctx: Ctx,
  accountId: number,
  afterSequence: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<ExportedEntry[]> {
  const rows = await ctx.db.query<Row>(sql`
    select id::text, account_id::text, sequence::text, type, amount::text, currency::text, balance_before::text, balance_after::text,
           credit_usable::text, cause, description, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
           encode(hash, 'hex') as hash
      from ledger_entries
     where account_id = ${accountId} and sequence > ${afterSequence} and sequence <= ${upTo}
     order by ledger_entries.sequence limit ${BATCH}`);
  return rows.map(toExported);
}
