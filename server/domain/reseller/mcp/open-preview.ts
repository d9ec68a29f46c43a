import { randomBytes } from "node:crypto";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { findTerms } from "./terms.ts";
import { hashOf } from "./token.ts";

/** Exactly what will be done. `amount`: what it charges at most. */
export type Preview = { operation: string; input: Record<string, unknown>; amount: Money };

const LASTS = 10 * MINUTE;

/** Keeps what was shown, and returns the token that has it done; whoever has no right to it is told so before. */
export async function openPreview(
  ctx: AccountCtx,
  keyId: number,
  { operation, input, amount }: Preview,
): Promise<{ token: string; expiresAt: Date }> {
  const terms = await findTerms(ctx.db, keyId);
  if (!terms)
    return fail(
      "access_denied",
      "This key only reads over MCP. A person can allow it more in the portal: API keys, the key, “Over MCP”.",
    );
  if (amount.greaterThan(terms.dailyAmount))
    fail(
      "access_denied",
      `This costs ${sumText(amount, ctx.account.currency)}; this key may spend ${sumText(terms.dailyAmount, ctx.account.currency)} a day over MCP.`,
    );
  const token = `mcp_${randomBytes(24).toString("base64url")}`;
  const now = ctx.clock.now();
  const expiresAt = after(now, LASTS);
  const kept = { operation, input: JSON.parse(JSON.stringify(input)), amount, attempt: `mcp-${ulid()}` };
  await ctx.db.prisma.mcpPreview.create({
    data: { keyId, tokenHash: hashOf(token), ...kept, createdAt: now, expiresAt },
  });
  return { token, expiresAt };
}
