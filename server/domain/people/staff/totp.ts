import { Secret } from "otpauth";
import { encrypt } from "#server/kernel/crypto.ts";
import { fail } from "#server/kernel/errors.ts";
import { forgetAttempts, reserveAttempt } from "./attempts.ts";
import { lockPerson, type PersonCtx } from "./person.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { markSecondFactor, requireFactorLeft } from "./second-factor.ts";
import { leaveNoOther } from "./sessions.ts";
import { tellPerson } from "./tell-person.ts";
import { consumeTotp, totpGenerator } from "./totp-codes.ts";

/** A new secret for an authenticator app; it counts once a code of it is confirmed. */
export async function beginTotp(ctx: PersonCtx): Promise<{ secret: string; uri: string }> {
  const { userId } = ctx.person;
  const secret = new Secret({ size: 20 }).base32;
  const data = { secret: encrypt(secret), lastStep: 0 };
  await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    const held = await tx.prisma.totp.findUnique({ where: { userId } });
    if (held?.confirmedAt)
      fail("conflict", "An authenticator app is already set up. Remove it before you set up another one.");
    await tx.prisma.totp.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  });
  return { secret, uri: totpGenerator(secret, ctx.actor.name).toString() };
}

/** From now on signing in takes a code. Returns the recovery codes, once. */
export async function confirmTotp(ctx: PersonCtx, code: string): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.person;
  const held = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!held || held.confirmedAt) fail("conflict", "There is no authenticator app to confirm. Start the set-up again.");
  const attempt = await reserveAttempt(ctx, `person ${userId}`, "Confirming");
  if (!(await consumeTotp(ctx, userId, code.replace(/\s/g, ""))))
    fail("validation_error", "The code does not match. Check the clock of your phone and enter the code shown now.", {
      field: "code",
    });
  await forgetAttempts(ctx, attempt);
  return await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    // The one whose code was shown: the set-up may have begun anew meanwhile, or be over.
    const where = { userId, secret: held.secret, confirmedAt: null };
    const { count } = await tx.prisma.totp.updateMany({ where, data: { confirmedAt: ctx.clock.now() } });
    if (count === 0) fail("conflict", "The set-up was begun anew or ended in another window. Start it again.");
    await markSecondFactor(tx, ctx);
    await tellPerson(tx, ctx, userId, {
      act: "totp.enable",
      email: ctx.actor.name,
      text: "From now on, signing in with your password takes a code of an authenticator app.",
    });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** From then on the password alone signs in. Who came in by the app or a recovery code is out. */
export async function disableTotp(ctx: PersonCtx): Promise<void> {
  const { userId } = ctx.person;
  await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    await tx.prisma.totp.deleteMany({ where: { userId } });
    await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
    await requireFactorLeft(tx, userId);
    await leaveNoOther(tx, ctx);
    await tellPerson(tx, ctx, userId, {
      act: "totp.disable",
      email: ctx.actor.name,
      text: "From now on, your password signs you in without a code. The recovery codes were deleted, and all other sessions were ended.",
    });
  });
}
