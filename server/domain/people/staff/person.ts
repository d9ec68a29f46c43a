import type { Prisma } from "#generated/prisma/client.ts";
import { type AuditAct, recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Wanted } from "#server/domain/reseller/names/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { keyedHash, keyedHashes } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";

/** A context of somebody who is signed in, for what concerns them alone. */
export type PersonCtx = Ctx & { person: { userId: number; sessionId: string } };

/** Where a request comes from, as the session list shows it. */
export type Device = {
  ip: string | null;
  userAgent: string;
  /** What the browser shows of the devices that people were known by in it. */
  tokens?: string[];
};

/** Addresses are compared in lower case; nobody has two accounts that differ in it. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** What a new sign-in takes: an address signs in in one cell. */
export const personName = (email: string): Wanted => ({
  kind: "person",
  name: email,
  taken: `${email} signs in at another part of the service already. Use another address here.`,
  field: "email",
});

/** What is stored of tokens, recovery codes and addresses: the database alone gives none of them away. */
export const hashSecret = (text: string): Uint8Array<ArrayBuffer> => keyedHash("people", text);

/** What they are looked up by: an older one may stand under a key that was replaced since. */
export const secretHashes = (text: string): Uint8Array<ArrayBuffer>[] => keyedHashes("people", text);

/**
 * Whoever changes how somebody signs in does it after those before: no factor is counted that is being removed, and none left out that
 * is being added; of links and recovery codes that are made at once the last are good alone.
 */
export async function lockPerson(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
}

type Entry = { act: AuditAct; subject: string; details?: Prisma.InputJsonObject };

/** What somebody does with their own sign-in concerns every account that they can enter. */
export async function auditPerson(
  tx: Transaction,
  ctx: Ctx,
  userId: number,
  { subject, ...entry }: Entry,
): Promise<void> {
  const memberships = await tx.prisma.membership.findMany({ where: { userId }, select: { accountId: true } });
  for (const { accountId } of memberships.length > 0 ? memberships : [{ accountId: undefined }])
    await recordAudit(tx, ctx, { ...entry, accountId, subject });
}
