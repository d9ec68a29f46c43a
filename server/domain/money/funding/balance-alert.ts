import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { requireAmount } from "./require-amount.ts";

/** In the account currency; `belowSince` while what can be spent is less than the threshold. */
export type BalanceAlert = { threshold: Money; recipients: string[]; belowSince: Date | null };

const MOST_RECIPIENTS = 10;

export async function findBalanceAlert(ctx: AccountCtx): Promise<BalanceAlert | null> {
  requirePermission(ctx, "balance:read");
  const [alert] = await ctx.db.query<BalanceAlert>(sql`
    select threshold, recipients, below_since from balance_alerts where account_id = ${ctx.account.id}`);
  return alert ?? null;
}

/** Judged anew from now on: whoever sets it while the balance is below is told once more. */
export async function setBalanceAlert(
  ctx: AccountCtx,
  { threshold, recipients }: { threshold: Money; recipients: string[] },
): Promise<void> {
  requirePermission(ctx, "balance:manage");
  requireAmount(threshold, "threshold");
  const people = [...new Set(recipients.map((recipient) => recipient.trim().toLowerCase()))];
  if (people.length === 0 || people.length > MOST_RECIPIENTS)
    fail("validation_error", `Name 1 to ${MOST_RECIPIENTS} e-mail addresses.`, { field: "recipients" });
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into balance_alerts (account_id, threshold, recipients, updated_at)
      values (${ctx.account.id}, ${toNumeric(threshold)}::numeric, ${people}::text[], ${ctx.clock.now()})
      on conflict (account_id) do update
         set threshold = excluded.threshold, recipients = excluded.recipients, below_since = null, updated_at = excluded.updated_at`);
    const details = { threshold: toNumeric(threshold), recipients: people };
    await recordAudit(tx, ctx, { act: "alert.set", accountId: ctx.account.id, subject: ctx.account.code, details });
  });
}

export async function clearBalanceAlert(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:manage");
  await ctx.db.transaction(async (tx) => {
    const removed = await tx.query(
      sql`delete from balance_alerts where account_id = ${ctx.account.id} returning account_id`,
    );
    if (removed.length > 0)
      await recordAudit(tx, ctx, { act: "alert.clear", accountId: ctx.account.id, subject: ctx.account.code });
  });
}
