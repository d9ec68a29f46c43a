import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newRecoveryCode } from "#server/kernel/ids.ts";
import { requirePassword } from "./change-password.ts";
import { auditPerson, hashSecret, type PersonCtx } from "./person.ts";

const CODES = 10;

const hashOf = (userId: number, code: string) => hashSecret(`recovery:${userId}:${code.replace(/[^0-9A-Z]/g, "")}`);

export async function replaceRecoveryCodes(tx: Prisma.TransactionClient, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, hash: hashOf(userId, code) })) });
  return codes;
}

/** New codes; the old ones are worth nothing from then on. */
export async function renewRecoveryCodes(ctx: PersonCtx, password: string): Promise<{ recoveryCodes: string[] }> {
  await requirePassword(ctx, password);
  const { userId } = ctx.person;
  const totp = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!totp?.confirmedAt) fail("conflict", "Recovery codes stand in for an authenticator app. Set one up first.");
  return await ctx.db.prisma.$transaction(async (tx) => {
    await auditPerson(tx, ctx, userId, { act: "recovery_codes.renew", subject: ctx.actor.name });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** Each code opens once, also when it is sent twice at the same time. */
export async function consumeRecoveryCode(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const rows = await ctx.db.query(sql`
    update recovery_codes set used_at = ${ctx.clock.now()}
     where user_id = ${userId} and hash = ${Buffer.from(hashOf(userId, code))} and used_at is null returning user_id`);
  return rows.length === 1;
}
