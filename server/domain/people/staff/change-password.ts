import { fail } from "#server/kernel/errors.ts";
import { requirePassword } from "./confirm-person.ts";
import { checkPassword, hashPassword } from "./password.ts";
import type { PersonCtx } from "./person.ts";
import { leaveNoOther } from "./sessions.ts";
import { tellPerson } from "./tell-person.ts";

/** Ends all other sessions, forgets all other devices, and links to choose another open nothing any more: whoever knew the old password is out. */
export async function changePassword(
  ctx: PersonCtx,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { email, passwordHash: current } = await requirePassword(ctx, currentPassword, "currentPassword");
  const { userId } = ctx.person;
  await checkPassword(ctx, password, { email, userId });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    // In place of the one that was shown: who has chosen another meanwhile, with a link in their mail, keeps that.
    const where = { id: userId, passwordHash: current };
    const { count } = await tx.prisma.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) fail("conflict", "Your password was changed a moment ago. Sign in with the new one.");
    await tx.prisma.passwordReset.deleteMany({ where: { userId, usedAt: null } });
    await leaveNoOther(tx, ctx);
    await tellPerson(tx, ctx, userId, {
      act: "password.change",
      email,
      text: "Your password was changed in a session of yours. All other sessions were ended.",
    });
  });
}
