import { type AuditHead, NO_ENTRIES, recordAudit, verifyAuditChain } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { isPlain } from "#server/kernel/plain-text.ts";
import { jumpNumbers } from "./after-restore.ts";
import { type Booked, bookCheckpoint, findNewestBooked } from "./booked-checkpoints.ts";
import {
  type AccountHead,
  type CheckpointProof,
  checkpointHash,
  type GivenUp,
  type Heads,
  hashOfGivenUp,
  NO_CHECKPOINT,
  pathOf,
  type Restored,
  rootOf,
  signCheckpoint,
} from "./checkpoint.ts";
import { type CheckpointFile, readNewestFile, writeCheckpointFile } from "./checkpoint-files.ts";
import { findGivenUp } from "./given-up.ts";
import { readHandovers, readLedgerKeys, readSigningKey } from "./ledger-keys.ts";
import { readSignedHeads } from "./signed-heads.ts";
import { EMPTY_HEAD } from "./verify-chain.ts";
import { isWhereWalletIs, readWallets, verifyAccount, type Wallet } from "./verify-ledger.ts";

type Options = { anew?: boolean | undefined; restored?: string | undefined };

/** `made` is false when nothing was posted or audited since the newest one. */
export type CheckpointMade = { made: boolean; number: number; at: string; accounts: number };

/**
 * Signs where every account's chain stands and writes it outside the database. Entries since the checkpoint before are
 * verified first: what contradicts them or it is not signed. One process at a time; a file that was written and not booked
 * (the process died between) is booked now.
 *
 * @param anew goes on with an empty folder, although checkpoints were made: their files are lost or archived
 * @param restored why the database is one of before: numbers jump, and where entries are missing that were signed, a new
 * epoch goes on without them
 */
export async function makeCheckpoint(ctx: Ctx, { anew = false, restored }: Options = {}): Promise<CheckpointMade> {
  requireMachine(ctx);
  return await ctx.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7276318203)`);
    // It only holds the lock, for as long as the verification takes.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
    const newest = await readNewestFile(await readLedgerKeys(tx));
    const booked = await findNewestBooked(tx);
    if (booked) refuseLostFiles(booked, newest, anew);
    if (newest && newest.number > (booked?.number ?? 0)) await bookCheckpoint(tx, newest);
    const wallets = await readWallets(ctx);
    const epoch = restored === undefined ? null : await beginEpoch(ctx, wallets, restored);
    if (!epoch) await refuseContradictions(ctx, wallets, newest);
    if (restored !== undefined) await recordRestore(tx, ctx, restored, epoch);
    const heads: Heads = {
      heads: wallets.filter(({ sequence }) => sequence > 0).map(toHead),
      audit: epoch ? epoch.audit : await verifyAuditSince(ctx, newest),
    };
    const root = rootOf(heads);
    const accounts = heads.heads.length;
    if (newest?.root === root && !epoch) return { made: false, number: newest.number, at: newest.at, accounts };
    const unsigned = {
      version: 1,
      number: (newest ?? booked ?? { number: 0 }).number + 1,
      at: ctx.clock.now().toISOString(),
      previous: newest ? checkpointHash(newest) : (booked?.hash ?? NO_CHECKPOINT),
      root,
      ...(epoch && { restored: epoch.restored }),
    } as const;
    const checkpoint = signCheckpoint(unsigned, await readSigningKey(tx));
    await writeCheckpointFile({ ...checkpoint, ...heads, ...(epoch && { given_up: epoch.givenUp }) });
    await bookCheckpoint(tx, checkpoint);
    return { made: true, number: checkpoint.number, at: checkpoint.at, accounts };
  });
}

type Begun = { restored: Restored; givenUp: GivenUp; audit: AuditHead };

/** What a restore gave up, to be signed with the reason; null where nothing is missing. All else has to verify. */
async function beginEpoch(ctx: Ctx, wallets: Wallet[], reason: string): Promise<Begun | null> {
  if (!isPlain(reason) || reason.trim().length < 3)
    fail("validation_error", "Say in one line why entries that were signed are missing, such as the backup's date.", {
      field: "restored",
    });
  const signed = await readSignedHeads(ctx);
  const { givenUp, audit } = await findGivenUp(ctx, wallets, signed, refuse);
  if (givenUp.accounts.length === 0 && givenUp.audit === undefined) return null;
  const restored = { epoch: (signed.epochs.at(-1)?.epoch ?? 1) + 1, reason, given_up: hashOfGivenUp(givenUp) };
  return { restored, givenUp, audit };
}

/** Also where the checkpoints were restored with the database, so that nothing seems to be missing. */
async function recordRestore(tx: Transaction, ctx: Ctx, reason: string, epoch: Begun | null): Promise<void> {
  await jumpNumbers(tx);
  await recordAudit(tx, ctx, {
    act: "ledger.restored",
    subject: epoch ? `epoch ${epoch.restored.epoch}` : "nothing missing",
    details: { reason, accounts: epoch?.givenUp.accounts.length ?? 0 },
  });
}

const toHead = ({ accountId, sequence, hash, balance }: Wallet): AccountHead => ({
  account_id: accountId,
  sequence,
  hash,
  balance,
});

function refuseLostFiles(booked: Booked, newest: CheckpointFile | null, anew: boolean): void {
  if (newest && (newest.number > booked.number || checkpointHash(newest) === booked.hash)) return;
  if (!newest && anew) return;
  fail(
    "conflict",
    `${env().checkpointDir} does not hold checkpoint ${booked.number} as it was made. Put the file back; if it is lost for good, move the others away and give --anew.`,
  );
}

const refuse = (where: string, fault: string): never =>
  fail(
    "conflict",
    `No checkpoint is made: ${where}: ${fault}. Run \`svc ledger verify\`; after a restore of the database see docs/ledger-checkpoints.md.`,
  );

/** Where the audit log's chain stands, once what came since the newest checkpoint verifies. */
async function verifyAuditSince(ctx: Ctx, newest: CheckpointFile | null): Promise<AuditHead> {
  const from = newest?.audit ?? NO_ENTRIES;
  const signed = new Map([[from.sequence, { hash: from.hash, checkpoint: newest?.number ?? 0 }]]);
  const { head, fault } = await verifyAuditChain(ctx, { from, signed });
  return fault ? refuse("the audit log", fault) : head;
}

async function refuseContradictions(ctx: Ctx, wallets: Wallet[], newest: CheckpointFile | null): Promise<void> {
  const heads = new Map(newest?.heads.map((head) => [head.account_id, head]));
  for (const wallet of wallets) {
    const signed = heads.get(wallet.accountId);
    heads.delete(wallet.accountId);
    if (signed && isWhereWalletIs(signed, wallet)) continue;
    if (signed && signed.sequence >= wallet.sequence)
      refuse(wallet.code, `checkpoint ${newest!.number} signed another entry number ${signed.sequence}`);
    const { head, fault } = await verifyAccount(ctx, wallet, signed ?? EMPTY_HEAD);
    if (fault) refuse(wallet.code, fault);
    if (!isWhereWalletIs(head, wallet))
      refuse(wallet.code, `its entries end at number ${head.sequence}, not where its wallet stands`);
  }
  for (const id of heads.keys())
    refuse(`account ${id}`, `checkpoint ${newest!.number} signed its chain, and it is gone`);
}

/** What a reseller keeps: where their chain stood at the newest checkpoint, provably as signed. */
export async function proveCheckpoint(ctx: AccountCtx): Promise<CheckpointProof> {
  requirePermission(ctx, "ledger:read");
  const newest = await readNewestFile(await readLedgerKeys(ctx.db));
  const head = newest?.heads.find(({ account_id }) => account_id === ctx.account.id);
  if (!newest || !head)
    return fail("resource_not_found", "No checkpoint has signed this account's ledger yet. One is made every hour.");
  const { heads, audit: _, given_up: __, ...checkpoint } = newest;
  const handovers = await readHandovers(ctx.db);
  return { checkpoint, head, path: pathOf(newest, ctx.account.id), ...(handovers.length > 0 && { handovers }) };
}
