import type { AccountCtx } from "#server/kernel/context.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { ExportedEntry, Head } from "./verify-chain.ts";
import { exportEntries } from "./verify-ledger.ts";

/** What the wallet holds of its chain: the number and hash of the last entry, and the balance it left. */
export async function readChainHead(ctx: AccountCtx): Promise<Head> {
  requirePermission(ctx, "ledger:read");
  const where = { accountId: ctx.account.id };
  const { sequence, headHash, balance } = await ctx.db.prisma.wallet.findUniqueOrThrow({ where });
  return { sequence: Number(sequence), hash: Buffer.from(headHash).toString("hex"), balance: toNumeric(balance) };
}

/** A batch of the account's entries as they were hashed, oldest first; empty after the last one. */
export async function exportChain(ctx: AccountCtx, afterSequence: number): Promise<ExportedEntry[]> {
  requirePermission(ctx, "ledger:read");
  return await exportEntries(ctx, ctx.account.id, afterSequence);
}
