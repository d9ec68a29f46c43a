import type { Prisma } from "#generated/prisma/client.ts";
import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";

/** A context of somebody who is signed in, for what concerns them alone. */
export type PersonCtx = Ctx & { person: { userId: number; sessionId: string } };

/** Where a request comes from, as the session list shows it. */
export type Device = { ip: string | null; userAgent: string };

/** Addresses are compared in lower case; nobody has two accounts that differ in it. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Tokens, recovery codes and addresses are looked up by this: the database alone gives none of them away. */
export const hashSecret = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hmacSha256(derivedKey("people"), text));

type Entry = { act: string; subject: string; details?: Prisma.InputJsonObject };

/** What somebody does with their own sign-in concerns every account that they can enter. */
export async function auditPerson(
  tx: Prisma.TransactionClient,
  ctx: Ctx,
  userId: number,
  { subject, ...entry }: Entry,
): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { userId }, select: { accountId: true } });
  for (const { accountId } of memberships.length > 0 ? memberships : [{ accountId: undefined }])
    await audit(tx, ctx, { ...entry, accountId, subject });
}
