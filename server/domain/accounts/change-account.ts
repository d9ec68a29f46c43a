import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { ulid } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
import type { Account, AccountStatus, CreditStatus, Plan } from "./account.ts";
import { getAccount } from "./get-account.ts";

export type AccountChange = {
  status?: AccountStatus;
  plan?: Plan;
  /** Null: the plan's. */
  rateMinute?: number | null;
  rateDay?: number | null;
  testEnabled?: boolean;
  liveEnabled?: boolean;
  paymentTermsDays?: number;
  failover?: boolean;
  markupPercent?: Money;
  credit?: { enabled?: boolean; limit?: Money; status?: Exclude<CreditStatus, "none">; holdReason?: string };
};

/** Changes what is given, leaves the rest. In force for the next request of every process. */
export async function changeAccount(ctx: Ctx, code: string, change: AccountChange): Promise<Account> {
  requireOperator(ctx);
  const { id, ...before } = await getAccount(ctx, code);
  const { credit, markupPercent, ...columns } = change;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.account.update({ where: { id }, data: columns });
    if (markupPercent) {
      const changed = await tx.priceRule.updateMany({
        where: { accountId: id, supplierCode: null, countryCode: null, packageId: null },
        data: { markupPercent: toNumeric(markupPercent), changedAt: at, removedAt: null },
      });
      if (changed.count === 0)
        await tx.priceRule.create({ data: { accountId: id, markupPercent: toNumeric(markupPercent), changedAt: at } });
    }
    await audit(tx, ctx, {
      act: "account.change",
      accountId: id,
      subject: code,
      details: { ...JSON.parse(JSON.stringify(change)), before: valuesBefore(before, change) },
    });
    if (credit) {
      const limit = credit.limit ? toNumeric(credit.limit) : null;
      // A limit for an account without credit switches credit on, as it does when the account is made.
      const enabled = credit.enabled ?? (credit.limit ? true : null);
      await tx.$queryRaw`
        select set_credit(${id}::int, ${enabled}::boolean, ${limit}::numeric, ${credit.status ?? null}::text,
          ${credit.holdReason ?? null}::text, ${`credit:${ulid()}`}, ${at}::timestamptz)`;
    }
  });
  return await getAccount(ctx, code);
}

/** What the changed fields were, so that the record says both. */
function valuesBefore({ wallet, ...columns }: Omit<Account, "id">, { credit, ...change }: AccountChange) {
  const line = { enabled: wallet.creditEnabled, limit: wallet.creditLimit, status: wallet.creditStatus };
  const changed = Object.keys(change).filter((name) => name in columns) as (keyof typeof columns)[];
  const values = Object.fromEntries(changed.map((name) => [name, columns[name]]));
  return JSON.parse(
    JSON.stringify({ ...values, ...(credit && { credit: { ...line, holdReason: wallet.holdReason } }) }),
  );
}
