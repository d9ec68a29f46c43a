import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { findUsableKey, requireOwnScopes } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";

/** Of one UTC day; the amount in the account's currency. */
export type McpTerms = { dailyActs: number; dailyAmount: Money };

export const MOST_ACTS = 1_000;
export const MOST_AMOUNT = 1_000_000;

/** What a key may do beside reading; null: nothing. `countedAs`: the key whose day it counts against. */
export async function findTerms(db: Transaction, keyId: number): Promise<(McpTerms & { countedAs: number }) | null> {
  const select = { dailyActs: true, dailyAmount: true, countedAs: true } as const;
  const found = await db.prisma.mcpTerms.findUnique({ where: { keyId }, select });
  return found && { ...found, countedAs: found.countedAs ?? keyId };
}

/** With what was done today. */
export async function readTerms(
  ctx: AccountCtx,
  prefix: string,
): Promise<{ terms: McpTerms | null; today: { acts: number; amount: Money } }> {
  requirePermission(ctx, "keys:read");
  const key = await findUsableKey(ctx, prefix, "It does nothing any more.");
  const found = await findTerms(ctx.db, key.id);
  const keyId = found?.countedAs ?? key.id;
  const day = await ctx.db.prisma.mcpDay.findUnique({ where: { keyId_day: { keyId, day: dayOf(ctx) } } });
  const terms = found && { dailyActs: found.dailyActs, dailyAmount: found.dailyAmount };
  return { terms, today: { acts: day?.acts ?? 0, amount: day?.amount ?? money(0) } };
}

/** @param terms null: from now on it reads only */
export async function setTerms(ctx: AccountCtx, prefix: string, terms: McpTerms | null): Promise<void> {
  requirePermission(ctx, "keys:manage");
  if (terms) requireTerms(terms);
  const key = await findUsableKey(ctx, prefix, "Make a new one.");
  requireOwnScopes(ctx, key);
  if (terms && key.signingSecret)
    fail("conflict", "A key whose requests are signed does not work over MCP: make one without signatures for it.");
  await ctx.db.transaction(async (tx) => {
    const before = await findTerms(tx, key.id);
    if (terms) {
      const set = { ...terms, changedAt: ctx.clock.now() };
      await tx.prisma.mcpTerms.upsert({ where: { keyId: key.id }, create: { keyId: key.id, ...set }, update: set });
    } else await tx.prisma.mcpTerms.deleteMany({ where: { keyId: key.id } });
    const details = { from: say(before, ctx), to: say(terms, ctx) };
    await recordAudit(tx, ctx, { act: "key.mcp", accountId: ctx.account.id, subject: prefix, details });
    if (terms)
      await raiseSecurityNotification(tx, ctx, {
        accountId: ctx.account.id,
        environment: ctx.environment,
        kind: "api_key.mcp",
        subject: prefix,
        text: `The API key ${prefix} (${key.name}) may do this over MCP: ${say(terms, ctx)}.`,
      });
  });
}

function requireTerms({ dailyActs, dailyAmount }: McpTerms): void {
  if (!Number.isInteger(dailyActs) || dailyActs < 1 || dailyActs > MOST_ACTS)
    fail("validation_error", `From 1 to ${MOST_ACTS} a day.`, { field: "dailyActs" });
  if (dailyAmount.isNegative() || dailyAmount.greaterThan(MOST_AMOUNT))
    fail("validation_error", `From 0 to ${MOST_AMOUNT} a day.`, { field: "dailyAmount" });
}

const say = (terms: McpTerms | null, { account }: AccountCtx): string =>
  terms ? `${terms.dailyActs} changes and ${sumText(terms.dailyAmount, account.currency)} a day` : "reads only";

/** The UTC day. */
export const dayOf = ({ clock }: Ctx): Date => new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
