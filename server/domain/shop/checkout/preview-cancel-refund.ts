import { getOrder } from "#server/domain/selling/orders/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";

/** What a cancel gives back to the traveller, unless whoever asks for it keeps the payment. */
type CancelRefund = {
  number: string;
  email: string;
  currency: string;
  /** What has not been given back of what was paid for it. */
  left: Money;
  /** By eSIM: its retail price, and that of the top-ups on it. */
  esims: { iccid: string; amount: Money }[];
};

/** Null for an order that no shop sold. */
export async function previewCancelRefund(ctx: AccountCtx, reference: string): Promise<CancelRefund | null> {
  const order = await getOrder(ctx, reference);
  const { accountId, environment } = tenant(ctx);
  const [sale] = await ctx.db.query<Omit<CancelRefund, "esims"> & { unitPrice: Money }>(sql`
    select c.number, c.email, c.currency, least(c.total_amount - c.refund_due, l.total_amount - l.refund_due) as left, l.unit_price
      from sale_lines l join checkouts c on c.id = l.checkout_id
     where l.order_id = coalesce((select f.order_id from replacements x join esims f on f.id = x.esim_id where x.order_id = ${order.id}), ${order.id}) and c.account_id = ${accountId} and c.environment = ${environment}`);
  if (!sale) return null;
  const topups = await ctx.db.query<{ iccid: string; amount: Money }>(sql`
    select e.iccid, sum(c.total_amount - c.refund_due) as amount from checkouts c join esims e on e.id = c.esim_id
     where e.order_id = ${order.id} and c.status = 'delivered' group by e.iccid`);
  const replaced = await ctx.db.query<{ iccid: string }>(sql`
    select e.iccid from esims e join replacements x on x.esim_id = e.id where e.order_id = ${order.id} and x.status <> 'refused'`);
  const { unitPrice, ...rest } = sale;
  const esims = order.profiles.map(({ iccid }) => {
    const isReplaced = replaced.some((one) => one.iccid === iccid);
    const own = isReplaced ? money(0) : unitPrice.greaterThan(sale.left) ? sale.left : unitPrice;
    return { iccid, amount: own.plus(topups.find((topup) => topup.iccid === iccid)?.amount ?? money(0)) };
  });
  return { ...rest, esims };
}
