import { type AuditHead, verifyAuditChain } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { GivenUp } from "./checkpoint.ts";
import type { SignedHeads } from "./signed-heads.ts";
import { EMPTY_HEAD } from "./verify-chain.ts";
import { isWhereWalletIs, verifyAccount, type Wallet } from "./verify-ledger.ts";

/** Everything that stands in the way of going on after a restore is said by this. */
type Refuse = (where: string, fault: string) => never;

/**
 * What checkpoints signed and the database, restored to an earlier moment, no longer has: for each account the number up to
 * which it agrees. Every chain must verify in itself from its first entry, or nothing is given up.
 */
export async function findGivenUp(
  ctx: Ctx,
  wallets: Wallet[],
  signed: SignedHeads,
  refuse: Refuse,
): Promise<{ givenUp: GivenUp; audit: AuditHead }> {
  const [fault] = signed.faults;
  if (fault) refuse("checkpoints", fault);
  const accounts: GivenUp["accounts"] = [];
  const gone = new Map(signed.ofAccount);
  for (const wallet of wallets) {
    const { head, fault } = await verifyAccount(ctx, wallet, EMPTY_HEAD);
    if (fault) refuse(wallet.code, fault);
    if (!isWhereWalletIs(head, wallet))
      refuse(wallet.code, `its entries end at number ${head.sequence}, not where its wallet stands`);
    const known = gone.get(wallet.accountId) ?? new Map();
    gone.delete(wallet.accountId);
    const numbers = [...known.keys()];
    const there = await ctx.db.query<{ sequence: number; hash: string }>(sql`
      select sequence, encode(hash, 'hex') as hash from ledger_entries
       where account_id = ${wallet.accountId} and sequence = any(${numbers}::bigint[])`);
    const kept = lastAgreed(known, there);
    if (kept !== null) accounts.push({ account_id: wallet.accountId, kept });
  }
  for (const accountId of gone.keys()) accounts.push({ account_id: accountId, kept: 0 });
  const { head, fault: auditFault } = await verifyAuditChain(ctx, { signed: new Map() });
  if (auditFault) refuse("the audit log", auditFault);
  const seals = await ctx.db.query<{ sequence: number; hash: string }>(sql`
    select sequence, encode(hash, 'hex') as hash from audit_seals where sequence = any(${[...signed.ofAudit.keys()]}::bigint[])`);
  const audit = lastAgreed(signed.ofAudit, seals);
  return { givenUp: { accounts, ...(audit !== null && { audit }) }, audit: head };
}

/** The last signed number before the first one that is missing or another; null when all are as they were signed. */
function lastAgreed(known: Map<number, { hash: string }>, there: { sequence: number; hash: string }[]): number | null {
  const hashes = new Map(there.map(({ sequence, hash }) => [Number(sequence), hash]));
  let agreed = 0;
  for (const sequence of [...known.keys()].sort((a, b) => a - b)) {
    if (hashes.get(sequence) !== known.get(sequence)!.hash) return agreed;
    agreed = sequence;
  }
  return null;
}
