import { queueMail } from "#server/domain/mail/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import { clearFailures } from "./lockout.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { auditPerson, hashSecret, normalizeEmail } from "./person.ts";
import { asStaff } from "./sessions.ts";

const OPEN_FOR = HOUR;

const hashReset = (token: string) => hashSecret(`password-reset:${token}`);

/** Does the same whoever asks: whether the address is anybody's is looked up by the job. */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  const address = normalizeEmail(email);
  await enqueue(ctx.db, "send-recovery", { email: address }, { key: `recovery:${address}` });
}

/** The job: a link by mail, if somebody has the address. Earlier links open nothing any more. */
export async function sendRecovery(ctx: Ctx, email: string): Promise<void> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email } });
  if (!user) return;
  const token = randomBase62(43);
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.passwordReset.deleteMany({ where: { userId: user.id, usedAt: null } });
    await tx.passwordReset.create({
      data: { tokenHash: hashReset(token), userId: user.id, createdAt: at, expiresAt: after(at, OPEN_FOR) },
    });
    await queueMail(tx, ctx, {
      kind: "recovery",
      recipient: email,
      subject: "Choose a new password",
      text: `Somebody, hopefully you, asked for a new password for ${email}.

Choose one within an hour:
${env().publicUrl}/recovery/${token}

The link works once. If it was not you, you need not do anything: your password stays as it is.`,
    });
  });
}

/** Whether a link is still open. */
export async function isResetOpen(ctx: Ctx, token: string): Promise<boolean> {
  const found = await ctx.db.prisma.passwordReset.findUnique({ where: { tokenHash: hashReset(token) } });
  return !!found && !found.usedAt && found.expiresAt > ctx.clock.now();
}

/** Once per link. Ends every session; a second factor stays. */
export async function resetPassword(ctx: Ctx, { token, password }: { token: string; password: string }): Promise<void> {
  const found = await ctx.db.prisma.passwordReset.findUnique({
    where: { tokenHash: hashReset(token) },
    include: { user: true },
  });
  if (!found || found.usedAt || found.expiresAt <= ctx.clock.now())
    return fail("resource_not_found", "This link was used or is too old. Ask for a new one.");
  const { user } = found;
  checkPassword(password, user.email);
  const passwordHash = await hashPassword(password);
  await ctx.db.prisma.$transaction(async (tx) => {
    const at = ctx.clock.now();
    const used = await tx.passwordReset.updateMany({
      where: { tokenHash: found.tokenHash, usedAt: null },
      data: { usedAt: at },
    });
    if (used.count === 0) fail("conflict", "This link was used a moment ago.");
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.session.updateMany({ where: { userId: user.id, revokedAt: null }, data: { revokedAt: at } });
    await auditPerson(tx, asStaff(ctx, user.email), user.id, { act: "password.reset", subject: user.email });
  });
  await clearFailures(ctx, user.email);
}
