import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { readTerms, type Terms } from "./terms.ts";

const SHOWN = { open: true, changedBy: true, changedAt: true } as const;

const readSettings = (db: Transaction) =>
  db.prisma.signUpSetting.findUniqueOrThrow({ where: { id: 1 }, select: SHOWN });

/** Whether resellers can sign up by themselves, and the version of the terms that they agree to. */
export async function readSignUp(db: Transaction): Promise<{ open: boolean; terms: number | null }> {
  const [{ open }, terms] = await Promise.all([readSettings(db), readTerms(db)]);
  return { open: open && terms !== null, terms: terms?.version ?? null };
}

export async function requireSignUpOpen(db: Transaction): Promise<void> {
  const { open } = await readSignUp(db);
  if (!open) fail("conflict", "Sign-up is closed at the moment.");
}

export type SignUpSettings = { open: boolean; changedBy: string; changedAt: Date; terms: Terms | null };

export async function getSignUpSettings(ctx: Ctx): Promise<SignUpSettings> {
  requireOperator(ctx, "platform:read");
  const [settings, terms] = await Promise.all([readSettings(ctx.db), readTerms(ctx.db)]);
  return { ...settings, terms };
}

/** In force for the next request; links that were mailed before open nothing while it is closed. */
export async function setSignUpOpen(ctx: Ctx, open: boolean): Promise<void> {
  requireOperator(ctx, "accounts:manage");
  if (open && (await readTerms(ctx.db)) === null)
    fail("conflict", "Publish the terms first: whoever signs up agrees to them.");
  await ctx.db.transaction(async (tx) => {
    const data = { open, changedBy: ctx.actor.name, changedAt: ctx.clock.now() };
    const { count } = await tx.prisma.signUpSetting.updateMany({ where: { id: 1, open: !open }, data });
    if (count > 0)
      await recordAudit(tx, ctx, { act: open ? "sign_up.open" : "sign_up.close", subject: open ? "open" : "closed" });
  });
}
