import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type Terms = { version: number; text: string; publishedBy: string; publishedAt: Date };

const LENGTH = { min: 40, max: 60_000 };

/** The newest, or one that somebody agreed to. */
export const readTerms = (db: Transaction, version?: number): Promise<Terms | null> =>
  db.prisma.termsVersion.findFirst({ where: { version }, orderBy: { version: "desc" } });

/** In force for everybody who signs up from now on. What was agreed to before stays as it was read. */
export async function publishTerms(ctx: Ctx, given: string): Promise<{ version: number }> {
  requireOperator(ctx, "accounts:manage");
  const text = given.replace(/\r\n?/g, "\n").trim();
  if (text.length < LENGTH.min) fail("validation_error", "Enter the whole text of the terms.", { field: "text" });
  if (text.length > LENGTH.max)
    fail("validation_error", `The terms have at most ${LENGTH.max.toLocaleString("en")} characters.`, {
      field: "text",
    });
  const last = await readTerms(ctx.db);
  if (last?.text === text) fail("conflict", `This is version ${last.version}, which is in force already.`);
  const version = (last?.version ?? 0) + 1;
  await ctx.db.transaction(async (tx) => {
    const data = { version, text, publishedBy: ctx.actor.name, publishedAt: ctx.clock.now() };
    const { count } = await tx.prisma.termsVersion.createMany({ data, skipDuplicates: true });
    if (count === 0) fail("conflict", "Somebody else published terms a moment ago. Read them first.");
    await recordAudit(tx, ctx, { act: "terms.publish", subject: String(version) });
  });
  return { version };
}

/** On record with the version and the time, in the transaction that needs it. What was shown has to be what is in force. */
export async function acceptTerms(
  tx: Transaction,
  ctx: Ctx,
  accepted: { accountId: number; version: number; email: string },
): Promise<void> {
  const { accountId, version, email } = accepted;
  const newest = await readTerms(tx);
  if (newest?.version !== version)
    fail("conflict", "The terms were changed a moment ago. Load the page again and read them.", { field: "terms" });
  const data = { accountId, version, acceptedBy: email, acceptedAt: ctx.clock.now() };
  await tx.prisma.termsAcceptance.create({ data });
}
