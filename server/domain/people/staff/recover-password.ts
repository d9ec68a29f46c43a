import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { inThisCell } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import { forgetAttemptsAt, takeAttempt } from "./attempts.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { hashSecret, lockPerson, normalizeEmail, secretHashes } from "./person.ts";
import { asStaff } from "./sessions.ts";
import { tellPerson } from "./tell-person.ts";

const OPEN_FOR = HOUR;

const recoveryOf = (email: string) => `recovery of ${email}`;
const textOf = (token: string) => `password-reset:${token}`;

const withToken = (token: string) => ({ tokenHash: { in: secretHashes(textOf(token)) } });

/** Does the same whoever asks: whether the address is anybody's is looked up by the job. */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  const address = normalizeEmail(email);
  await enqueue(ctx.db, "send-recovery", { email: address });
}

/**
 * The job: a link by mail, if somebody has the address. Earlier links open nothing any more, so who asks again and again in
 * somebody's name is not answered for a while: neither is the mailbox filled nor a link that waits in it made worthless.
 */
export async function sendRecovery(ctx: Ctx, email: string): Promise<void> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email } });
  if (!user || !(await takeAttempt(ctx, recoveryOf(email)))) return;
  const token = randomBase62(43);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, user.id);
    await tx.prisma.passwordReset.deleteMany({ where: { userId: user.id, usedAt: null } });
    await tx.prisma.passwordReset.create({
      data: { tokenHash: hashSecret(textOf(token)), userId: user.id, createdAt: at, expiresAt: after(at, OPEN_FOR) },
    });
    await queueMail(tx, ctx, {
      kind: "recovery",
      recipient: email,
      subject: "Choose a new password",
      text: `Somebody, hopefully you, asked for a new password for ${email}.

Choose one within an hour:
${inThisCell(`${env().publicUrl}/recovery/${token}`)}

The link works once. If it was not you, you need not do anything: your password stays as it is.`,
    });
  });
}

/** Whether a link is still open. */
export async function isResetOpen(ctx: Ctx, token: string): Promise<boolean> {
  const found = await ctx.db.prisma.passwordReset.findFirst({ where: withToken(token) });
  return !!found && !found.usedAt && found.expiresAt > ctx.clock.now();
}

/**
 * Once per link. Ends every session and forgets every device but the browser that it is done in, which is known from then
 * on by the token returned; a second factor stays.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: { token: string; password: string },
): Promise<{ deviceToken: string }> {
  const found = await ctx.db.prisma.passwordReset.findFirst({
    where: withToken(token),
    include: { user: true },
  });
  if (!found || found.usedAt || found.expiresAt <= ctx.clock.now())
    return fail("resource_not_found", "This link has expired. Ask for a new one.");
  const { user } = found;
  await checkPassword(ctx, password, { email: user.email, userId: user.id });
  const passwordHash = await hashPassword(password);
  const deviceToken = await ctx.db.transaction(async (tx) => {
    const at = ctx.clock.now();
    await lockPerson(tx, user.id);
    const used = await tx.prisma.passwordReset.updateMany({
      where: { tokenHash: found.tokenHash, usedAt: null },
      data: { usedAt: at },
    });
    if (used.count === 0) fail("conflict", "This link was used or replaced a moment ago.");
    await tx.prisma.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.prisma.session.updateMany({ where: { userId: user.id, revokedAt: null }, data: { revokedAt: at } });
    await forgetDevices(tx, user.id);
    const device = await rememberDevice(tx, user.id, at);
    await tellPerson(tx, asStaff(ctx, user.email), user.id, {
      act: "password.reset",
      email: user.email,
      text: "A new password was chosen with a link that we mailed to you. All sessions were ended.",
    });
    return device.token;
  });
  await forgetAttemptsAt(ctx, user.email);
  await forgetAttemptsAt(ctx, recoveryOf(user.email));
  return { deviceToken };
}
