import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { acceptTerms, readSignUp, requireSignUpOpen } from "#server/domain/people/onboarding/index.ts";
import { createOwnAccount, firstSlug } from "#server/domain/reseller/accounts/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import { inThisCell } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { newAccountCode, randomBase62 } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { forgetAttemptsAt, takeAttempt } from "./attempts.ts";
import { addUser, newUserData } from "./create-user.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { requireOwnPassword } from "./password-of.ts";
import { hashSecret, normalizeEmail, personName, secretHashes } from "./person.ts";
import { asStaff } from "./sessions.ts";

const OPEN_FOR = DAY;

export type Wish = { email: string; companyName: string; currency: string };

const signUpOf = (email: string) => `sign-up of ${email}`;
const textOf = (token: string) => `sign-up:${token}`;

/** Does the same whoever asks: what the address is to us is looked up by the job. */
export async function requestSignUp(ctx: Ctx, { email, companyName, currency }: Wish): Promise<void> {
  await requireSignUpOpen(ctx.db);
  await enqueue(ctx.db, "send-sign-up", { email: normalizeEmail(email), companyName, currency });
}

/**
 * The job: a link by mail that proves the address. Whoever asks again and again in somebody's name is not answered for a while.
 * Who has an account that is not live yet is led there: one at a time is enough to try.
 */
export async function sendSignUp(ctx: Ctx, { email, companyName, currency }: Wish): Promise<void> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email }, select: { id: true, isOperator: true } });
  if (user?.isOperator || !(await takeAttempt(ctx, signUpOf(email)))) return;
  if (user && (await hasOneInTest(ctx, user.id))) {
    const text = `Somebody, hopefully you, wants to open an account with ${email}. You have one already, in test: sign in there.
${env().publicUrl}/sign-in

If it was not you, you need not do anything.`;
    await queueMail(ctx.db, ctx, { kind: "sign-up", recipient: email, subject: "You have an account already", text });
    return;
  }
  const token = randomBase62(43);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.signUp.deleteMany({ where: { email } });
    const times = { createdAt: at, expiresAt: after(at, OPEN_FOR) };
    await tx.prisma.signUp.create({
      data: { email, companyName, currency, tokenHash: hashSecret(textOf(token)), ...times },
    });
    await queueMail(tx, ctx, {
      kind: "sign-up",
      recipient: email,
      subject: "Confirm your e-mail address",
      text: `Somebody, hopefully you, wants to open a reseller account with ${email}.

Confirm within 24 hours that it is you; the test environment is open at once:
${inThisCell(`${env().publicUrl}/sign-up/${token}`)}

The link works once. If it was not you, you need not do anything: nothing is opened.`,
    });
  });
}

const hasOneInTest = async (ctx: Ctx, userId: number): Promise<boolean> =>
  (await ctx.db.prisma.membership.count({
    where: { userId, role: "owner", account: { liveSince: null, status: "active" } },
  })) > 0;

export type OpenSignUp = Wish & {
  /** Whoever has a sign-in goes on with its password, everybody else chooses one. */
  hasSignIn: boolean;
  terms: number;
};

/** What a link opens; null when it was used or replaced, is too old, or sign-up is closed. */
export async function findSignUp(ctx: Ctx, token: string): Promise<OpenSignUp | null> {
  const [wish, { open, terms }] = await Promise.all([readOpen(ctx, token), readSignUp(ctx.db)]);
  if (!wish || !open || terms === null) return null;
  const { email, companyName, currency } = wish;
  const hasSignIn = (await ctx.db.prisma.user.count({ where: { email } })) > 0;
  return { email, companyName, currency, hasSignIn, terms };
}

export type Confirmed = { token: string; name: string; password: string; terms: number };

/** Opens the account with its owner, once per link. A sign-in that exists is shown by its password, and stays as it is. */
export async function completeSignUp(ctx: Ctx, given: Confirmed): Promise<{ email: string }> {
  await requireSignUpOpen(ctx.db);
  const wish = await readOpen(ctx, given.token);
  if (!wish) return fail("resource_not_found", "This link has expired. Sign up again.");
  const { id, email, companyName, currency } = wish;
  const user = await ctx.db.prisma.user.findUnique({ where: { email } });
  if (user?.isOperator) fail("conflict", "Platform staff are on no reseller's team.");
  if (user) await requireOwnPassword(ctx, user, given.password);
  else await checkPassword(ctx, given.password, { email, companyName });
  if (user && (await hasOneInTest(ctx, user.id)))
    fail("conflict", "You have an account that is not live yet. Sign in and go on there.");
  const passwordHash = user ? null : await hashPassword(given.password);
  const code = newAccountCode();
  const open = async (tx: Transaction) => {
    const { count } = await tx.prisma.signUp.deleteMany({ where: { id } });
    if (count === 0) fail("conflict", "This link was used a moment ago.");
    const at = ctx.clock.now();
    const person = asStaff(ctx, email);
    const { id: accountId } = await createOwnAccount(tx, person, { code, companyName, email, currency });
    await acceptTerms(tx, person, { accountId, version: given.terms, email });
    const { id: userId } = user ?? (await addUser(tx, newUserData(email, given.name, passwordHash!, at)));
    await tx.prisma.membership.create({ data: { accountId, userId, role: "owner", createdAt: at } });
    await tx.prisma.user.update({ where: { id: userId }, data: { lastAccountId: accountId, lastEnvironment: "test" } });
  };
  const names = [await firstSlug(ctx, companyName, code), ...(user ? [] : [personName(email)])];
  await withNames(ctx, names, () => ctx.db.transaction(open));
  await forgetAttemptsAt(ctx, signUpOf(email));
  return { email };
}

const readOpen = (ctx: Ctx, token: string) =>
  ctx.db.prisma.signUp.findFirst({
    where: { tokenHash: { in: secretHashes(textOf(token)) }, expiresAt: { gt: ctx.clock.now() } },
  });
