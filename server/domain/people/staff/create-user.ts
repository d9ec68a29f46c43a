import type { Prisma } from "#generated/prisma/client.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";
import { lockTeam } from "./lock-team.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { normalizeEmail, personName } from "./person.ts";

export type NewUser = { email: string; name?: string; role: Role; password: string };

/** Staff of a reseller, made on the platform's own machine. Somebody who has a sign-in joins the account and keeps their password. */
export async function createUser(
  ctx: Ctx,
  accountCode: string,
  { role, password, ...input }: NewUser,
): Promise<{ email: string; role: Role; existing: boolean }> {
  requireMachine(ctx);
  const { id: accountId } = await getAccount(ctx, accountCode);
  const email = normalizeEmail(input.email);
  const known = await ctx.db.prisma.user.findUnique({ where: { email }, include: { memberships: true } });
  if (known?.memberships.some((membership) => membership.accountId === accountId))
    fail("conflict", `${email} is on the team of ${accountCode} already.`);
  if (known?.isOperator) fail("conflict", `${email} is an operator: they visit accounts, and are on no team.`);
  if (!known) await checkPassword(ctx, password, { email, accountId });
  const passwordHash = known ? null : await hashPassword(password);
  const join = async (tx: Transaction) => {
    await lockTeam(tx, accountId);
    const { id: userId } = known ?? (await addUser(tx, newUserData(email, input.name, passwordHash!, ctx.clock.now())));
    await tx.prisma.membership.create({ data: { accountId, userId, role, createdAt: ctx.clock.now() } });
    await recordAudit(tx, ctx, { act: "member.add", accountId, subject: email, details: { role } });
  };
  await withNames(ctx, known ? [] : [personName(email)], () => ctx.db.transaction(join));
  return { email, role, existing: known !== null };
}

/** Platform staff, made on the platform's own machine; everybody else is invited (`operators.ts`). */
export async function createOperator(
  ctx: Ctx,
  input: { email: string; password: string; role?: OperatorRole },
): Promise<{ email: string; role: OperatorRole }> {
  requireMachine(ctx);
  const email = normalizeEmail(input.email);
  const { role = "admin" } = input;
  const known = await ctx.db.prisma.user.findUnique({ where: { email } });
  if (known?.isOperator) fail("conflict", `${email} is an operator already.`);
  if (known) fail("conflict", `${email} belongs to a reseller's staff. Operators have a sign-in of their own.`);
  await checkPassword(ctx, input.password, { email });
  const passwordHash = await hashPassword(input.password);
  const begin = async (tx: Transaction) => {
    const at = ctx.clock.now();
    const asOperator = { isOperator: true, operatorRole: role, operatorSince: at };
    await addUser(tx, { ...newUserData(email, undefined, passwordHash, at), ...asOperator });
    await recordAudit(tx, ctx, { act: "operator.create", subject: email, details: { role } });
  };
  await withNames(ctx, [personName(email)], () => ctx.db.transaction(begin));
  return { email, role };
}

/**
 * A sign-in for an address that had none when it was looked up. Of two at once, such as two invitations to different teams, the first
 * is kept, and the other goes on with that.
 */
export async function addUser(tx: Transaction, data: Prisma.UserCreateManyInput): Promise<{ id: number }> {
  const [made] = await tx.prisma.user.createManyAndReturn({ data: [data], skipDuplicates: true, select: { id: true } });
  return (
    made ??
    fail("conflict", `A sign-in was made for ${data.email} a moment ago. Do this again, with the password of that one.`)
  );
}

/** Without a name, the part before the @ stands in for it. */
export const newUserData = (email: string, name: string | undefined, passwordHash: string, createdAt: Date) => ({
  email,
  name: name?.trim() || email.split("@")[0]!,
  passwordHash,
  createdAt,
});
