import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { matchesHash } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { auditPerson, hashSecret, type PersonCtx, secretHashes } from "./person.ts";

/** Beyond these the ones that were not used for longest are forgotten. */
const MOST = 20;
/** How long a browser that is trusted is not asked for a code. */
const TRUSTED_FOR = 30 * DAY;

/**
 * @property trusted whether the password alone signs in from it, although there is an authenticator app
 * @property entered whether anybody signed in from it: a link in the mail makes one known, and shows no second factor
 */
export type FoundDevice = { id: number; trusted: boolean; entered: boolean };

const textOf = (token: string) => `device:${token}`;

/** The device of this person that the browser's tokens name; null for a new one, and for what others are known by. */
export async function findKnownDevice(ctx: Ctx, userId: number, tokens: string[] = []): Promise<FoundDevice | null> {
  if (tokens.length === 0) return null;
  const hashes = tokens.flatMap((token) => secretHashes(textOf(token)));
  const { knownDevice } = ctx.db.prisma;
  const device = await knownDevice.findFirst({
    where: { userId, tokenHash: { in: hashes } },
    include: { sessions: { take: 1, select: { id: true } } },
  });
  if (!device) return null;
  const { id, tokenHash } = device;
  const stale = tokens.find((token) => matchesHash("people", tokenHash, textOf(token)) === "stale");
  if (stale) await knownDevice.updateMany({ where: { id }, data: { tokenHash: hashSecret(textOf(stale)) } });
  return { id: Number(id), trusted: isTrusted(device, ctx.clock.now()), entered: device.sessions.length > 0 };
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

/** From now on, for a month, no code is asked for in this browser. */
export async function trustDevice(tx: Transaction, id: bigint, at: Date): Promise<void> {
  await tx.prisma.knownDevice.update({ where: { id }, data: { trustedUntil: after(at, TRUSTED_FOR) } });
}

/** Null when it was forgotten meanwhile. */
export async function useDevice(tx: Transaction, id: number, at: Date) {
  const [used] = await tx.prisma.knownDevice.updateManyAndReturn({ where: { id }, data: { lastUsedAt: at } });
  return used ? { id: used.id, trusted: isTrusted(used, at) } : null;
}

const isTrusted = ({ trustedUntil }: { trustedUntil: Date | null }, at: Date): boolean =>
  trustedUntil !== null && trustedUntil > at;

/** A code is asked for again in these browsers, or in all of them. */
export async function endTrust(tx: Transaction, userId: number, which: Prisma.KnownDeviceWhereInput = {}) {
  return await tx.prisma.knownDevice.updateMany({
    where: { userId, trustedUntil: { not: null }, ...which },
    data: { trustedUntil: null },
  });
}

/** The person trusts no browser any longer. */
export async function endAllTrust(ctx: PersonCtx): Promise<void> {
  const { userId } = ctx.person;
  await ctx.db.transaction(async (tx) => {
    const { count: devices } = await endTrust(tx, userId);
    if (devices > 0)
      await auditPerson(tx, ctx, userId, { act: "device.distrust", subject: ctx.actor.name, details: { devices } });
  });
}

/** Whatever browsers somebody was known by are strangers again, but for the one of a session, which takes a code again. */
export async function forgetDevices(tx: Transaction, userId: number, butOf?: string): Promise<number> {
  const kept = butOf && (await tx.prisma.session.findUnique({ where: { id: butOf }, select: { deviceId: true } }));
  const { count } = await tx.prisma.knownDevice.deleteMany({
    where: { userId, ...(kept && kept.deviceId !== null && { id: { not: kept.deviceId } }) },
  });
  await endTrust(tx, userId);
  return count;
}
