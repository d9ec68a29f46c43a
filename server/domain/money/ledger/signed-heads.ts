import type { SignedSeal } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { DAY } from "#server/kernel/time.ts";
import { findNewestBooked } from "./booked-checkpoints.ts";
import { checkpointHash } from "./checkpoint.ts";
import { type CheckpointFile, findOffSiteFault, readCheckpoints } from "./checkpoint-files.ts";
import { readLedgerKeys } from "./ledger-keys.ts";

/** An entry as a checkpoint signed it. */
export type SignedHead = { hash: string; balance: string; checkpoint: number };

export type Epoch = { epoch: number; checkpoint: number; at: string; reason: string; accounts: number };

export type SignedHeads = {
  /** By account and the entry's number. */
  ofAccount: Map<number, Map<number, SignedHead>>;
  /** Of the audit log's chain, by the entry's number. */
  ofAudit: Map<number, SignedSeal>;
  count: number;
  newest: { number: number; at: string } | null;
  /** After restores of the database: what was signed before each and is no longer there was given up, for a reason. */
  epochs: Epoch[];
  /** What is wrong with the checkpoints themselves. */
  faults: string[];
};

function noteAudit({ ofAudit, faults }: SignedHeads, { audit, number: checkpoint }: CheckpointFile): void {
  if (!audit) return;
  const known = ofAudit.get(audit.sequence);
  if (known && known.hash !== audit.hash)
    faults.push(`checkpoints ${known.checkpoint} and ${checkpoint} contradict each other on the audit log`);
  if (!known) ofAudit.set(audit.sequence, { hash: audit.hash, checkpoint });
}

/** From a restore on, nobody asks any more for what it gave up. */
function giveUp(signed: SignedHeads, { restored, given_up: givenUp, number, at }: CheckpointFile): void {
  if (!restored || !givenUp) return;
  const { epoch, reason } = restored;
  const before = signed.epochs.at(-1)?.epoch;
  if (before !== undefined && epoch !== before + 1)
    signed.faults.push(`checkpoint ${number} begins epoch ${epoch} after epoch ${before}`);
  signed.epochs.push({ epoch, checkpoint: number, at, reason, accounts: givenUp.accounts.length });
  for (const { account_id, kept } of givenUp.accounts) forgetAfter(signed.ofAccount.get(account_id), kept);
  if (givenUp.audit !== undefined) forgetAfter(signed.ofAudit, givenUp.audit);
}

function forgetAfter(heads: Map<number, unknown> | undefined, kept: number): void {
  for (const sequence of heads?.keys() ?? []) if (sequence > kept) heads!.delete(sequence);
}

/** One is made every hour: there is none only on the first day. */
async function isOlderThanADay({ db, clock }: Ctx): Promise<boolean> {
  const first = await db.prisma.ledgerEntry.findFirst({ orderBy: { id: "asc" }, select: { createdAt: true } });
  return first !== null && clock.now().getTime() - first.createdAt.getTime() > DAY;
}

/** Everything that the checkpoints outside the database say, and what is wrong with them. */
export async function readSignedHeads(ctx: Ctx): Promise<SignedHeads> {
  const signed: SignedHeads = {
    ofAccount: new Map(),
    ofAudit: new Map(),
    count: 0,
    newest: null,
    epochs: [],
    faults: [],
  };
  const booked = await findNewestBooked(ctx.db);
  let asBooked: string | undefined;
  for await (const file of readCheckpoints(await readLedgerKeys(ctx.db), signed.faults)) {
    signed.count += 1;
    signed.newest = { number: file.number, at: file.at };
    if (file.number === booked?.number) asBooked = checkpointHash(file);
    giveUp(signed, file);
    noteAudit(signed, file);
    for (const { account_id, sequence, hash, balance } of file.heads) {
      const heads = signed.ofAccount.get(account_id) ?? new Map<number, SignedHead>();
      // The first one that signed an entry is named; a later one that says otherwise is a fault of its own.
      const known = heads.get(sequence);
      if (known && (known.hash !== hash || known.balance !== balance))
        signed.faults.push(
          `checkpoints ${known.checkpoint} and ${file.number} contradict each other on account ${account_id}`,
        );
      if (!known) heads.set(sequence, { hash, balance, checkpoint: file.number });
      signed.ofAccount.set(account_id, heads);
    }
  }
  if (booked && booked.number > (signed.newest?.number ?? 0))
    signed.faults.push(
      `checkpoint ${booked.number} was made and is not in ${env().checkpointDir}: older ones were put back`,
    );
  else if (booked && asBooked !== undefined && asBooked !== booked.hash)
    signed.faults.push(`checkpoint ${booked.number} is not the one that was made`);
  else if (!booked && signed.count === 0 && (await isOlderThanADay(ctx)))
    signed.faults.push(
      `there is no checkpoint, and the first entry is older than a day: none was ever made, or all were taken away from the database and ${env().checkpointDir}`,
    );
  const offSite = await findOffSiteFault();
  if (offSite) signed.faults.push(offSite);
  return signed;
}
