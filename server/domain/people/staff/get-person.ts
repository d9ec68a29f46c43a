import type { AccountNotificationKind } from "#server/domain/record/notifications/index.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { PersonCtx } from "./person.ts";

export type SignInMethods = {
  name: string;
  email: string;
  hasTotp: boolean;
  recoveryCodesLeft: number;
  /** Browsers in which their password alone signs in. */
  trustedDevices: number;
  /** Kinds of notices that are not mailed to them. */
  mutedNotices: string[];
};

/** What the page about one's own account shows. */
export async function getPerson(ctx: PersonCtx): Promise<SignInMethods> {
  const user = await ctx.db.prisma.user.findUnique({
    where: { id: ctx.person.userId },
    include: {
      totp: true,
      recoveryCodes: { where: { usedAt: null } },
      knownDevices: { where: { trustedUntil: { gt: ctx.clock.now() } }, select: { id: true } },
    },
  });
  if (!user) return fail("resource_not_found", "There is no such person.");
  const { name, email, totp, recoveryCodes, knownDevices, mutedNotices } = user;
  return {
    name,
    email,
    hasTotp: !!totp?.confirmedAt,
    recoveryCodesLeft: recoveryCodes.length,
    trustedDevices: knownDevices.length,
    mutedNotices,
  };
}

export async function renamePerson(ctx: PersonCtx, name: string): Promise<void> {
  await ctx.db.prisma.user.update({ where: { id: ctx.person.userId }, data: { name: name.trim() } });
}

/** Which kinds of notices are mailed to the person, whichever team they come from. The portal shows all of them. */
export async function muteNotifications(ctx: PersonCtx, kind: AccountNotificationKind, muted: boolean): Promise<void> {
  await ctx.db.query(sql`
    update users set muted_notices = array_remove(muted_notices, ${kind}) || case when ${muted}::boolean then array[${kind}::text] else '{}' end
     where id = ${ctx.person.userId}`);
}
