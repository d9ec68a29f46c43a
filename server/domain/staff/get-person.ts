import { fail } from "#server/kernel/errors.ts";
import type { PersonCtx } from "./person.ts";

export type SignInMethods = { name: string; email: string; hasTotp: boolean; recoveryCodesLeft: number };

/** What the page about one's own account shows. */
export async function getPerson(ctx: PersonCtx): Promise<SignInMethods> {
  const user = await ctx.db.prisma.user.findUnique({
    where: { id: ctx.person.userId },
    include: { totp: true, recoveryCodes: { where: { usedAt: null } } },
  });
  if (!user) return fail("resource_not_found", "There is no such person.");
  const { name, email, totp, recoveryCodes } = user;
  return { name, email, hasTotp: !!totp?.confirmedAt, recoveryCodesLeft: recoveryCodes.length };
}

export async function renamePerson(ctx: PersonCtx, name: string): Promise<void> {
  await ctx.db.prisma.user.update({ where: { id: ctx.person.userId }, data: { name: name.trim() } });
}
