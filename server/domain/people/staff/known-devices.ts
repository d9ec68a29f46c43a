import type { Ctx } from "#server/kernel/context.ts";
import { matchesHash } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { hashSecret, secretHashes } from "./person.ts";

/** Beyond these the ones that were not used for longest are forgotten. */
const MOST = 20;

const textOf = (token: string) => `device:${token}`;

/** The device of this person that the browser's tokens name; null for a new one, and for what others are known by. */
export async function findKnownDevice(ctx: Ctx, userId: number, tokens: string[] = []): Promise<number | null> {
  if (tokens.length === 0) return null;
  const hashes = tokens.flatMap((token) => secretHashes(textOf(token)));
  const { knownDevice } = ctx.db.prisma;
  const found = await knownDevice.findFirst({ where: { userId, tokenHash: { in: hashes } } });
  if (!found) return null;
  const { id, tokenHash } = found;
  const stale = tokens.find((token) => matchesHash("people", tokenHash, textOf(token)) === "stale");
  if (stale) await knownDevice.updateMany({ where: { id }, data: { tokenHash: hashSecret(textOf(stale)) } });
  return Number(id);
}

/** From now on the browser that is given the token is known. */
export async function rememberDevice(tx: Transaction, userId: number, at: Date) {
  const token = randomBase62(43);
  const old = await tx.prisma.knownDevice.findMany({
    where: { userId },
    orderBy: { lastUsedAt: "desc" },
    skip: MOST - 1,
    select: { id: true },
  });
  if (old.length > 0) await tx.prisma.knownDevice.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  const data = { userId, tokenHash: hashSecret(textOf(token)), createdAt: at, lastUsedAt: at };
  const { id } = await tx.prisma.knownDevice.create({ data, select: { id: true } });
  return { id, token };
}

/** Whatever browsers somebody was known by are strangers again, but for the one of a session. */
export async function forgetDevices(tx: Transaction, userId: number, butOf?: string): Promise<number> {
  const kept = butOf && (await tx.prisma.session.findUnique({ where: { id: butOf }, select: { deviceId: true } }));
  const { count } = await tx.prisma.knownDevice.deleteMany({
    where: { userId, ...(kept && kept.deviceId !== null && { id: { not: kept.deviceId } }) },
  });
  return count;
}
