import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { linkHash, NO_LINK, netstring } from "#server/kernel/hash-chain.ts";

/** Where the chain over all audit entries stands. */
export type AuditHead = { sequence: number; hash: string };

export const NO_ENTRIES: AuditHead = { sequence: 0, hash: NO_LINK };

/** A place in the chain as a checkpoint signed it. */
export type SignedSeal = { hash: string; checkpoint: number };

type Sealed = "actor" | "act" | "subject" | "details" | "createdAt";
/** An entry with its seal, every column as text; nothing but the seal when the entry is gone. */
type SealedEntry = { sequence: number; entryId: string; hash: string; accountId: string } & (
  | Record<Sealed, string>
  | Record<Sealed, null>
);

async function readAuditHead(ctx: Ctx): Promise<AuditHead> {
  const newest = await ctx.db.prisma.auditSeal.findFirst({ orderBy: { sequence: "desc" } });
  return newest ? { sequence: Number(newest.sequence), hash: Buffer.from(newest.hash).toString("hex") } : NO_ENTRIES;
}

/**
 * Recomputes the chain of audit entries, or what follows a head that was verified before, and holds it against what
 * checkpoints signed. Returns where it ends, or the first fault in words. Reads in batches.
 */
export async function verifyAuditChain(
  ctx: Ctx,
  { from = NO_ENTRIES, signed }: { from?: AuditHead; signed: ReadonlyMap<number, SignedSeal> },
): Promise<{ head: AuditHead; fault?: string }> {
  const end = await readAuditHead(ctx);
  let head = from;
  while (head.sequence < end.sequence) {
    const entries = await readSealed(ctx, head.sequence, end.sequence);
    for (const entry of entries) {
      const fault = findFault(entry, head) ?? findForged(entry, signed);
      if (fault) return { head, fault };
      head = { sequence: entry.sequence, hash: entry.hash };
    }
    if (entries.length === 0) break;
  }
  const fault = findCut(end, signed) ?? findForged(end, signed) ?? (from === NO_ENTRIES && (await findUnsealed(ctx)));
  return fault ? { head, fault } : { head };
}

function findFault(entry: SealedEntry, head: AuditHead): string | undefined {
  const name = `audit entry ${entry.entryId} (number ${entry.sequence})`;
  if (entry.sequence !== head.sequence + 1)
    return `${name} follows number ${head.sequence}: entries are missing, added or out of order`;
  if (entry.actor === null) return `${name} is gone: it was deleted`;
  const { sequence, entryId, actor, act, accountId, subject, details, createdAt, hash } = entry;
  const fields = [String(sequence), entryId, actor, act, accountId, subject, details, createdAt];
  if (linkHash(head.hash, fields.map(netstring).join("")) !== hash)
    return `${name} does not match its hash: a field was changed`;
  return undefined;
}

function findForged({ sequence, hash }: AuditHead, signed: ReadonlyMap<number, SignedSeal>): string | undefined {
  const known = signed.get(sequence);
  return known && known.hash !== hash
    ? `audit entry number ${sequence} is not the one that checkpoint ${known.checkpoint} signed: the chain was written anew`
    : undefined;
}

function findCut(end: AuditHead, signed: ReadonlyMap<number, SignedSeal>): string | undefined {
  for (const [sequence, { checkpoint }] of signed)
    if (sequence > end.sequence)
      return `the audit log ends at number ${end.sequence}, checkpoint ${checkpoint} signed number ${sequence}: entries were cut off`;
  return undefined;
}

/** Whatever is committed is sealed: an entry without a seal was added around the trigger. */
async function findUnsealed(ctx: Ctx): Promise<string | undefined> {
  const [entry] = await ctx.db.query<{ id: number }>(sql`
    select id from audit_entries e where not exists (select from audit_seals s where s.entry_id = e.id) order by id limit 1`);
  return entry && `audit entry ${entry.id} has no place in the chain: it was added`;
}

const BATCH = 5_000;

const readSealed = (ctx: Ctx, after: number, upTo: number): Promise<SealedEntry[]> =>
  ctx.db.query<SealedEntry>(sql`
    select s.sequence, s.entry_id::text as entry_id, encode(s.hash, 'hex') as hash, e.actor, e.act, coalesce(e.account_id::text, '') as account_id,
           e.subject, e.details::text as details, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      from audit_seals s left join audit_entries e on e.id = s.entry_id
     where s.sequence > ${after} and s.sequence <= ${upTo} order by s.sequence limit ${BATCH}`);
