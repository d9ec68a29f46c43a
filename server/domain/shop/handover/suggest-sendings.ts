import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { type InstallState, installState, type OrderProfile } from "#server/domain/selling/esims/index.ts";
import { getOrder } from "#server/domain/selling/orders/index.ts";
import { type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** eSIMs of one order that would go to one customer. `recipient`: null when nobody is on record for them. */
export type SuggestedSending = {
  reference: string;
  recipient: string | null;
  language: Language;
  esims: (Pick<OrderProfile, "iccid" | "status"> & { install: InstallState })[];
};

type Asked = { reference: string; iccids?: string[] };

/** Whom eSIMs would be sent to again: whoever each was sent to last, else who bought it in the shop, or whom they gave it to. Nothing is sent. */
export async function suggestSendings(ctx: AccountCtx, asked: Asked[]): Promise<SuggestedSending[]> {
  requirePermission(ctx, "esims:manage");
  const { accountId, environment } = tenant(ctx);
  const orders = await Promise.all(asked.map(({ reference }) => getOrder(ctx, reference)));
  const ids = orders.map(({ id }) => id);
  const [last, sold, { locale }] = await Promise.all([
    ctx.db.query<{ iccid: string; recipient: string; language: Language }>(sql`
      select distinct on (e.id) e.iccid, h.recipient, h.language
        from esims e join handover_esims c on c.esim_id = e.id join handovers h on h.id = c.handover_id
       where e.order_id = any (${ids}::bigint[]) and h.account_id = ${accountId} and h.environment = ${environment} and h.withdrawn_at is null
       order by e.id, h.id desc`),
    ctx.db.query<{ orderId: number; email: string; locale: string }>(sql`
      select l.order_id, coalesce(g.email, c.email) as email, coalesce(g.language, c.locale) as locale
        from sale_lines l join checkouts c on c.id = l.checkout_id left join gifts g on g.checkout_id = c.id
       where l.order_id = any (${ids}::bigint[]) and c.account_id = ${accountId} and c.environment = ${environment}`),
    getBrand(ctx),
  ]);
  return orders.flatMap(({ id, profiles }, i) => {
    const { reference, iccids } = asked[i]!;
    const holder = sold.find(({ orderId }) => orderId === id);
    const bought = { recipient: holder?.email ?? null, language: toLanguage(holder?.locale ?? locale) };
    const wanted = profiles.filter(({ iccid }) => iccids?.includes(iccid) ?? true);
    const customers = Map.groupBy(wanted, ({ iccid }) => {
      const { recipient, language } = last.find((sent) => sent.iccid === iccid) ?? bought;
      return JSON.stringify([recipient, language]);
    });
    return [...customers].map(([customer, esims]) => {
      const [recipient, language] = JSON.parse(customer) as [string | null, Language];
      return {
        reference,
        recipient,
        language,
        esims: esims.map((esim) => ({ iccid: esim.iccid, status: esim.status, install: installState(esim) })),
      };
    });
  });
}
