import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { lockPerson, type PersonCtx } from "./person.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { consumeTotp } from "./totp-codes.ts";

/** Six digits of the app, or a recovery code; either opens once. */
export async function isSecondFactor(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits)
    ? await consumeTotp(ctx, userId, digits)
    : await consumeRecoveryCode(ctx, userId, code.trim().toUpperCase());
}

/** A passkey or a code was shown in this session, which counts as a confirmation, too. Nothing that it adds outlives a session that was ended meanwhile. */
export async function markSecondFactor(tx: Transaction, ctx: PersonCtx): Promise<void> {
  const at = ctx.clock.now();
  const { count } = await tx.prisma.session.updateMany({
    where: { id: ctx.person.sessionId, revokedAt: null },
    data: { secondFactorAt: at, confirmedAt: at },
  });
  if (count === 0) fail("authentication_failed", "You were signed out a moment ago. Sign in again to go on.");
}

/** Operators cannot be without one: the last passkey or app is replaced, not removed. Called after the removal. */
export async function requireFactorLeft(tx: Transaction, userId: number): Promise<void> {
  await lockPerson(tx, userId);
  const { isOperator, totp, passkeys } = await tx.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { totp: true, passkeys: { take: 1, select: { id: true } } },
  });
  if (isOperator && !totp?.confirmedAt && passkeys.length === 0)
    fail("conflict", "Operators always have a second factor. Add another passkey or an authenticator app first.");
}
