import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** What a reseller has promised travellers. */
export type Guarantee = {
  /** eSIMs that may be replaced in a month; null: it promises nothing. */
  monthly: number | null;
  /** In this month of the calendar, UTC: replaced or about to be. */
  used: number;
};

export const MOST_MONTHLY = 1_000;

export async function getGuarantee(ctx: AccountCtx): Promise<Guarantee> {
  requirePermission(ctx, "brand:read");
  return await readGuarantee(ctx, ctx.db);
}

export async function readGuarantee(ctx: AccountCtx, db: Transaction): Promise<Guarantee> {
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  return one(
    await db.query<Guarantee>(sql`
      select (select monthly from guarantees where account_id = ${accountId} and environment = ${environment}) as monthly,
             (select count(*)::int from replacements
               where account_id = ${accountId} and environment = ${environment} and status <> 'refused'
                 and created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) as used`),
  );
}

/** Counts for eSIMs of which a traveller asks from now on; what is under way goes on. Null switches it off. */
export async function setGuarantee(ctx: AccountCtx, monthly: number | null): Promise<void> {
  requirePermission(ctx, "sales:offer");
  if (monthly !== null && !(Number.isInteger(monthly) && monthly >= 1 && monthly <= MOST_MONTHLY))
    fail("validation_error", `Give a whole number from 1 to ${MOST_MONTHLY.toLocaleString("en")}.`, {
      field: "monthly",
    });
  const of = tenant(ctx);
  await ctx.db.transaction(async (tx) => {
    const before = (await readGuarantee(ctx, tx)).monthly;
    if (monthly === null) await tx.prisma.guarantee.deleteMany({ where: of });
    else {
      const data = { monthly, changedAt: ctx.clock.now() };
      const where = { accountId_environment: of };
      await tx.prisma.guarantee.upsert({ where, create: { ...of, ...data }, update: data });
    }
    const { accountId, environment } = of;
    await recordAudit(tx, ctx, {
      ...{ act: "guarantee.set", accountId, subject: environment },
      details: { monthly, before },
    });
  });
}
