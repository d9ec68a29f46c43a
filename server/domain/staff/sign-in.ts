import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { checkLockout, clearFailures, countFailure } from "./lockout.ts";
import { isPassword } from "./password.ts";
import { type Device, normalizeEmail } from "./person.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { openSession } from "./sessions.ts";
import { consumeTotp } from "./totp.ts";

export type Attempt = {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
};

/** `code_needed`: address and password are right, and the person has a second factor. */
export type SignIn = { outcome: "signed_in"; sessionId: string } | { outcome: "code_needed" };

/**
 * Checks who it is and opens a session. What is refused, and how long it takes, is the same for an address that nobody
 * has. Failures lock the address for a while; the wait is said.
 */
export async function signIn(ctx: Ctx, attempt: Attempt, device: Device): Promise<SignIn> {
  const email = normalizeEmail(attempt.email);
  await checkLockout(ctx, email);
  const user = await ctx.db.prisma.user.findUnique({ where: { email }, include: { totp: true } });
  if (!(await isPassword(user?.passwordHash ?? null, attempt.password)) || !user) {
    await countFailure(ctx, email);
    return fail("authentication_failed", "E-mail address or password is wrong.");
  }
  if (user.totp?.confirmedAt) {
    if (!attempt.code) return { outcome: "code_needed" };
    if (!(await isSecondFactor(ctx, user.id, attempt.code))) {
      await countFailure(ctx, email);
      return fail("authentication_failed", "The code is wrong or was used before. Enter the one that is shown now.");
    }
  }
  await clearFailures(ctx, email);
  return { outcome: "signed_in", sessionId: await openSession(ctx, user, device, "password") };
}

async function isSecondFactor(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits)
    ? await consumeTotp(ctx, userId, digits)
    : await consumeRecoveryCode(ctx, userId, code.trim().toUpperCase());
}
