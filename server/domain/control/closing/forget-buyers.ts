import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** Stands where an address was; `check_paper_change` knows it too. */
export const GONE = "deleted";
/** What is left of a VAT number in a sale: one whose buyer owes the VAT has to have one. */
export const NUMBER_LEFT = sql`case when vat_kind = 'reverse' then ${GONE} else '' end`;
const NAMES_BUYER = sql`(c.buyer_name <> '' or c.buyer_address <> '' or c.buyer_vat_id not in ('', ${GONE}))`;
const BATCH = 2_000;

/**
 * Takes the buyer out of invoices, credit notes and reversals whose legal term is over: so many whole years after the one they were written in.
 * Numbers, amounts and the seller stay, so that each series is without a gap and the books still add up. What its sale keeps
 * for the invoice goes with it, and what was entered for one in purchases as old that came to nothing: no paper leads to them. So many at a time, of which the audit log has the accounts.
 */
export async function forgetBuyers(ctx: Ctx): Promise<void> {
  requireOperator(ctx, "accounts:manage");
  const before = new Date(Date.UTC(ctx.clock.now().getUTCFullYear() - env().invoiceYears, 0, 1));
  while ((await forgetSome(ctx, before)) === BATCH);
  while ((await forgetUnsold(ctx, before)) === BATCH);
}

const forgetSome = (ctx: Ctx, before: Date): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const papers = await tx.query<{ accountId: number; code: string; checkoutId: number; number: string }>(sql`
      update invoices i set buyer_name = '', buyer_address = '', buyer_vat_id = '', buyer_email = ${GONE} from accounts a
       where a.id = i.account_id and i.id in (
         select id from invoices where issued_at < ${before} and buyer_email <> ${GONE} order by issued_at limit ${BATCH} for no key update skip locked)
      returning i.account_id, a.code, i.checkout_id, i.number`);
    await tx.query(sql`
      update checkouts c set buyer_name = '', buyer_address = '', buyer_vat_id = ${NUMBER_LEFT}
       where c.id = any (${papers.map(({ checkoutId }) => checkoutId)}::bigint[]) and ${NAMES_BUYER}
         and not exists (select from invoices i where i.checkout_id = c.id and i.buyer_email <> ${GONE})`);
    for (const [accountId, of] of Map.groupBy(papers, (paper) => paper.accountId)) {
      const details = { papers: of.length, before: before.toISOString().slice(0, 10) };
      await recordAudit(tx, ctx, { act: "account.papers", accountId, subject: of[0]!.code, details });
    }
    return papers.length;
  });

const forgetUnsold = (ctx: Ctx, before: Date): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const sales = await tx.query<{ accountId: number; code: string }>(sql`
      update checkouts u set buyer_name = '', buyer_address = '', buyer_vat_id = ${NUMBER_LEFT} from accounts a
       where a.id = u.account_id and u.id in (
         select c.id from checkouts c where c.status in ('abandoned', 'refunded') and c.created_at < ${before} and ${NAMES_BUYER}
            and not exists (select from invoices i where i.checkout_id = c.id) order by c.created_at limit ${BATCH} for no key update skip locked)
      returning u.account_id, a.code`);
    for (const [accountId, of] of Map.groupBy(sales, (sale) => sale.accountId)) {
      const details = { sales: of.length, before: before.toISOString().slice(0, 10) };
      await recordAudit(tx, ctx, { act: "account.buyers", accountId, subject: of[0]!.code, details });
    }
    return sales.length;
  });
