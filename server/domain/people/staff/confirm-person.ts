import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { forgetAttempts, reserveAttempt } from "./attempts.ts";
import { askForPasskey, verifyPasskey } from "./passkeys.ts";
import { isPassword } from "./password.ts";
import type { PersonCtx } from "./person.ts";
import { isSecondFactor, markSecondFactor } from "./second-factor.ts";
import type { SessionPerson } from "./sessions.ts";

/** How long it counts that somebody signed in or confirmed. */
const CONFIRMED_FOR = 10 * MINUTE;

type Standing = Pick<SessionPerson, "isOperator" | "hasFactor" | "secondFactorAt" | "confirmedAt">;

/**
 * Refuses what cannot be taken back until the person has shown, in the last ten minutes, that they are the one at the
 * screen. An operator whose session was opened by the password alone shows the second factor that they have: whoever knows
 * only the password adds none of their own. Details name what is asked for: `factor`, or `any` way to confirm.
 */
export function requireConfirmed(ctx: Ctx, { isOperator, hasFactor, secondFactorAt, confirmedAt }: Standing): void {
  if (isOperator && hasFactor && secondFactorAt === null)
    fail("access_denied", "Confirm that it is you with your passkey or a code.", { confirm: "factor" });
  if (confirmedAt === null || confirmedAt <= after(ctx.clock.now(), -CONFIRMED_FOR))
    fail("access_denied", "Confirm that it is you, and do it again.", { confirm: "any" });
}

/**
 * Before how somebody signs in is changed: whoever has an app shows a code of it, or a passkey, once in the session. One that was spared the
 * code, or is older than the app, was opened by the password alone, and would have turned it off or added another way in by that.
 */
export function requireFactorShown({ hasApp, secondFactorAt }: Pick<SessionPerson, "hasApp" | "secondFactorAt">): void {
  if (hasApp && secondFactorAt === null)
    fail("access_denied", "Confirm that it is you with a code of your app or with your passkey.", {
      confirm: "factor",
    });
}

/** The ways that are open to the person; the password always is. */
export async function listConfirmations(ctx: PersonCtx): Promise<{ code: boolean; passkey: boolean }> {
  const { userId } = ctx.person;
  const { totp, passkeys } = await ctx.db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { totp: true, passkeys: { take: 1, select: { id: true } } },
  });
  return { code: !!totp?.confirmedAt, passkey: passkeys.length > 0 };
}

/** What the person's device is asked to sign. */
export const beginConfirmation = (ctx: PersonCtx): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  askForPasskey(ctx, ctx.person.userId);

export type Proof = { password: string } | { code: string } | { passkey: AuthenticationResponseJSON };

/** From now on, for ten minutes, this session may do what cannot be taken back. */
export async function confirmPerson(ctx: PersonCtx, proof: Proof): Promise<void> {
  if ("password" in proof) await requirePassword(ctx, proof.password, "password");
  else if ("code" in proof) await requireCode(ctx, proof.code);
  else {
    const { userId } = await verifyPasskey(ctx, proof.passkey, ctx.person.userId);
    if (userId !== ctx.person.userId) fail("validation_error", "This is not a passkey of yours.", { field: "passkey" });
  }
  if (!("password" in proof)) return await ctx.db.transaction((tx) => markSecondFactor(tx, ctx));
  await ctx.db.prisma.session.update({
    where: { id: ctx.person.sessionId },
    data: { confirmedAt: ctx.clock.now() },
  });
}

/**
 * Guesses at somebody's open screen are counted like those at the door, but lock only this. Each proof has a count of its
 * own: whoever knows the password gets no further guesses at the code by it.
 */
const reserve = (ctx: PersonCtx, proof: "password" | "code") =>
  reserveAttempt(ctx, `${proof} of person ${ctx.person.userId}`, "Confirming");

/** Whoever changes how they sign in shows that they are the person, not somebody at their screen. */
export async function requirePassword(
  ctx: PersonCtx,
  password: string,
  field: string,
): Promise<{ email: string; passwordHash: string }> {
  const user = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: ctx.person.userId } });
  const attempt = await reserve(ctx, "password");
  if (!(await isPassword(user.passwordHash, password)))
    fail("validation_error", "This is not your current password.", { field });
  await forgetAttempts(ctx, attempt);
  return user;
}

async function requireCode(ctx: PersonCtx, code: string): Promise<void> {
  const attempt = await reserve(ctx, "code");
  const { userId } = ctx.person;
  const totp = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!totp?.confirmedAt || !(await isSecondFactor(ctx, userId, code)))
    fail("validation_error", "The code is wrong or was used before. Enter the one that is shown now.", {
      field: "code",
    });
  await forgetAttempts(ctx, attempt);
}
