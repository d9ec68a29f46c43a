import { fail } from "#server/kernel/errors.ts";
import { checkLockout, clearFailures, countFailure } from "./lockout.ts";
import { checkPassword, hashPassword, isPassword } from "./password.ts";
import { auditPerson, type PersonCtx } from "./person.ts";

/** Whoever changes how they sign in shows that they are the person, not somebody at their screen. */
export async function requirePassword(ctx: PersonCtx, password: string): Promise<{ email: string }> {
  const user = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: ctx.person.userId } });
  await checkLockout(ctx, user.email);
  if (!(await isPassword(user.passwordHash, password))) {
    await countFailure(ctx, user.email);
    fail("validation_error", "This is not your current password.", { field: "currentPassword" });
  }
  await clearFailures(ctx, user.email);
  return user;
}

/** Ends all other sessions: whoever knew the old password is out. */
export async function changePassword(
  ctx: PersonCtx,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { email } = await requirePassword(ctx, currentPassword);
  checkPassword(password, email);
  const { userId, sessionId } = ctx.person;
  const passwordHash = await hashPassword(password);
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.session.updateMany({
      where: { userId, id: { not: sessionId }, revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    });
    await auditPerson(tx, ctx, userId, { act: "password.change", subject: email });
  });
}
