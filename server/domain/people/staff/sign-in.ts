import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { forgetAttempts, releaseAttempt, reserveAttempt } from "./attempts.ts";
import { type FoundDevice, findKnownDevice } from "./known-devices.ts";
import { isPassword } from "./password.ts";
import { type Device, normalizeEmail } from "./person.ts";
import { isSecondFactor } from "./second-factor.ts";
import { openSession } from "./sessions.ts";

export type Credentials = {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code. */
  code?: string;
  /** With a code: from now on this browser is not asked for one. */
  trust?: boolean;
};

/** `code_needed`: address and password are right, and the person has a second factor. Operators show it each time. */
export type SignIn =
  | { outcome: "signed_in"; sessionId: string; deviceToken: string | null }
  | { outcome: "code_needed"; eachTime: boolean };

/**
 * Checks who it is and opens a session. What is refused, and how long it takes, is the same for an address that nobody
 * has. Each attempt is counted before it is looked at, and too many lock the address for a while; the wait is said. A device
 * that the person used before counts its own, so that strangers lock nobody out.
 */
export async function signIn(
  ctx: Ctx,
  { code, trust = false, ...given }: Credentials,
  device: Device,
): Promise<SignIn> {
  const email = normalizeEmail(given.email);
  const user = await ctx.db.prisma.user.findUnique({ where: { email }, include: { totp: true } });
  const known = user && (await findKnownDevice(ctx, user.id, device.tokens));
  const attempt = await reserveAttempt(
    ctx,
    known === null ? email : `${email} on ${known.id}`,
    "Sign-in for this address",
  );
  if (!(await isPassword(user?.passwordHash ?? null, given.password)) || !user)
    return fail("authentication_failed", "E-mail address or password is wrong.");
  const app = user.totp?.confirmedAt ?? null;
  const trusted = !!known?.trusted && !user.isOperator;
  if (app && (code || !trusted)) await releaseAttempt(ctx, attempt);
  if (app && !code && !trusted) return { outcome: "code_needed", eachTime: user.isOperator };
  if (app && code) await requireCode(ctx, user, code, known);
  await forgetAttempts(ctx, attempt);
  const way = { method: "password", app, spared: !!app && !code, trust: !!app && !!code && trust } as const;
  const opened = await openSession(ctx, user, { ...device, id: known?.id ?? null }, way);
  return { outcome: "signed_in", ...opened };
}

/**
 * Guesses at the code have a count of their own, which a right code alone takes back: neither the password, in a browser that is spared
 * the code, nor a link in the mail. The browser in which such a link was followed is known, and guesses with all strangers until somebody has signed in in it.
 */
async function requireCode(
  ctx: Ctx,
  { id, email }: { id: number; email: string },
  code: string,
  known: FoundDevice | null,
): Promise<void> {
  const where = known?.entered ? ` on ${known.id}` : "";
  const guess = await reserveAttempt(ctx, `code of ${email}${where}`, "Sign-in with a code");
  if (!(await isSecondFactor(ctx, id, code)))
    fail("authentication_failed", "The code is wrong or was used before. Enter the one that is shown now.");
  await forgetAttempts(ctx, guess);
}
