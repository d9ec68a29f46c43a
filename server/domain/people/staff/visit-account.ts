import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import type { PersonCtx } from "./person.ts";

/** A visit ends by itself, so that nobody stays in an account that they forgot. */
const VISIT_LENGTH = HOUR;

/** From now on this session of an operator sees the portal as the account's team does, as a viewer; on record with the reason. */
export async function visitAccount(ctx: PersonCtx, code: string, reason: string): Promise<void> {
  requireOperator(ctx, "accounts:visit");
  const { id: accountId } = await getAccount(ctx, code);
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.session.update({
      where: { id: ctx.person.sessionId },
      data: { visitedAccountId: accountId, visitedUntil: after(ctx.clock.now(), VISIT_LENGTH) },
    });
    await recordAudit(tx, ctx, { act: "account.visit", accountId, subject: code, details: { reason } });
  });
}

/** Back to the platform's side. */
export async function endVisit(ctx: PersonCtx): Promise<void> {
  requireOperator(ctx, "accounts:visit");
  await ctx.db.prisma.session.update({
    where: { id: ctx.person.sessionId },
    data: { visitedAccountId: null, visitedUntil: null },
  });
}
