import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newRecoveryCode } from "#server/kernel/ids.ts";
import { hashSecret, lockPerson, type PersonCtx, secretHashes } from "./person.ts";
import { tellPerson } from "./tell-person.ts";

const CODES = 10;

const textOf = (userId: number, code: string) => `recovery:${userId}:${code.replace(/[^0-9A-Z]/g, "")}`;

export async function replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  await tx.prisma.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, hash: hashSecret(textOf(userId, code)) })),
  });
  return codes;
}

/** New codes; the old ones are worth nothing from then on. */
export async function renewRecoveryCodes(ctx: PersonCtx): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.person;
  return await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    const totp = await tx.prisma.totp.findUnique({ where: { userId } });
    if (!totp?.confirmedAt) fail("conflict", "Recovery codes stand in for an authenticator app. Set one up first.");
    await tellPerson(tx, ctx, userId, {
      act: "recovery_codes.renew",
      email: ctx.actor.name,
      text: "New recovery codes were made. The ones from before open nothing any more.",
    });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** Each code opens once, also when it is sent twice at the same time. */
export async function consumeRecoveryCode(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const { count } = await ctx.db.prisma.recoveryCode.updateMany({
    where: { userId, hash: { in: secretHashes(textOf(userId, code)) }, usedAt: null },
    data: { usedAt: ctx.clock.now() },
  });
  return count === 1;
}
