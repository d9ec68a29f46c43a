import { Secret, TOTP } from "otpauth";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, encrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { SECOND } from "#server/kernel/time.ts";
import { requirePassword } from "./change-password.ts";
import { auditPerson, type PersonCtx } from "./person.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";

const PERIOD_S = 30;
/** Clocks may differ by one period in either direction. */
const WINDOW = 1;

const generator = (secret: string, label = "") =>
  new TOTP({ issuer: "Reseller eSIM Service", label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 });

/** A new secret for an authenticator app; it counts once a code of it is confirmed. Takes the password, as turning it off does. */
export async function beginTotp(ctx: PersonCtx, password: string): Promise<{ secret: string; uri: string }> {
  await requirePassword(ctx, password);
  const { userId } = ctx.person;
  const held = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (held?.confirmedAt)
    fail("conflict", "An authenticator app is already set up. Remove it before you set up another one.");
  const secret = new Secret({ size: 20 }).base32;
  const data = { secret: encrypt(secret), lastStep: 0 };
  await ctx.db.prisma.totp.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  return { secret, uri: generator(secret, ctx.actor.name).toString() };
}

/** From now on signing in takes a code. Returns the recovery codes, once. */
export async function confirmTotp(ctx: PersonCtx, code: string): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.person;
  const held = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!held || held.confirmedAt) fail("conflict", "There is no authenticator app to confirm. Start the set-up again.");
  if (!(await consumeTotp(ctx, userId, code.replace(/\s/g, ""))))
    fail("validation_error", "The code does not match. Check the clock of your phone and enter the code shown now.", {
      field: "code",
    });
  return await ctx.db.prisma.$transaction(async (tx) => {
    await tx.totp.update({ where: { userId }, data: { confirmedAt: ctx.clock.now() } });
    await auditPerson(tx, ctx, userId, { act: "totp.enable", subject: ctx.actor.name });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** Takes the password: an unlocked screen alone must not weaken the sign-in. */
export async function disableTotp(ctx: PersonCtx, password: string): Promise<void> {
  await requirePassword(ctx, password);
  const { userId } = ctx.person;
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.totp.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await auditPerson(tx, ctx, userId, { act: "totp.disable", subject: ctx.actor.name });
  });
}

/** True when the code is right and newer than the last one that was accepted. Of two at the same time one passes. */
export async function consumeTotp(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const held = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!held) return false;
  const timestamp = ctx.clock.now().getTime();
  const delta = generator(decrypt(held.secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / (PERIOD_S * SECOND)) + delta;
  const rows = await ctx.db.query(sql`
    update totp set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning user_id`);
  return rows.length === 1;
}
