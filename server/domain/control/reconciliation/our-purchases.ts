import type { EsimModel } from "#generated/prisma/models.ts";
import type { SupplierCode, SupplierRecord } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";

type Range = { from: Date; to: Date };

/** A part of an order, as far as it matters here. */
export type OurPart = {
  what: "order";
  id: number;
  reference: string;
  /** Our reference that the supplier's order bears: another part's, of what was sold on to this one. */
  askedAs: string;
  supplierReference: string | null;
  supplierPackageId: string;
  quantity: number;
  unitCostUsd: Money;
  status: string;
  rejectedCode: string | null;
  stray: string | null;
  strayReference: string | null;
  /** Supplier's ids of the eSIMs that it came with, and of those that are put aside. */
  knownIds: string[];
  /** It is looked for, until a day after it was given up. */
  isWatched: boolean;
  orderId: number;
  isSettled: boolean;
  accountId: number;
  sentAt: Date | null;
};

export type OurTopup = {
  what: "top-up";
  id: number;
  reference: string;
  supplierReference: string | null;
  packageCode: string;
  dataMb: number;
  unitCostUsd: Money;
  status: string;
  stray: string | null;
  isLost: boolean;
  isWatched: boolean;
  isRefunded: boolean;
  orderId: number;
  esimId: number;
  accountId: number;
  createdAt: Date;
};

export type OurEsim = {
  id: number;
  supplierEsimId: string;
  status: string;
  orderId: number;
  accountId: number;
  partId: number | null;
};

export const toOurEsim = ({ id, supplierEsimId, status, orderId, accountId, supplierOrderId }: EsimModel): OurEsim => ({
  id: Number(id),
  supplierEsimId,
  status,
  orderId: Number(orderId),
  accountId,
  partId: supplierOrderId === null ? null : Number(supplierOrderId),
});

const PART = sql`
  select 'order' as what, p.id, p.reference, coalesce((select s.reference from supplier_orders s
           where p.sends = 0 and s.supplier_code = p.supplier_code and s.stray_reference = p.supplier_reference and s.stray = 'resold' and s.sends > 0 limit 1),
           p.reference) as asked_as, p.supplier_reference, p.supplier_package_id, p.quantity,
         p.unit_cost_usd, p.status, p.rejected_code, p.stray, p.stray_reference,
         coalesce((select array_agg(x->>'supplierEsimId') from jsonb_array_elements(coalesce(p.profiles, '[]') || coalesce(p.stray_profiles, '[]')) x), '{}') as known_ids,
         p.watch_at is not null as is_watched, p.order_id, o.status not in ('queued', 'processing') as is_settled,
         o.account_id, p.sent_at
    from supplier_orders p join orders o on o.id = p.order_id`;

const TOPUP = sql`
  select 'top-up' as what, a.id, a.reference, a.supplier_reference, coalesce(a.package_code, '') as package_code,
         coalesce(a.data_mb, 0) as data_mb,
         coalesce(a.unit_cost_usd, 0) as unit_cost_usd, a.status, a.stray, a.lost_at is not null as is_lost, a.watch_at is not null as is_watched,
         a.refunded_amount > 0 as is_refunded, a.order_id, a.esim_id, a.account_id, a.created_at
    from actions a`;

/** A part is sent soon after it was made, or not for as long as its order waits. */
const WAITS = 2 * DAY;

/** What their record names, and what was delivered in the range by ours. */
export async function readOurs(ctx: Ctx, code: SupplierCode, { purchases }: SupplierRecord, { from, to }: Range) {
  const references = purchases.flatMap(({ reference }) => reference ?? []);
  const numbers = purchases.map(({ supplierReference }) => supplierReference);
  const esimIds = purchases.flatMap(({ esims }) => esims.map(({ supplierEsimId }) => supplierEsimId));
  const [parts, topups, esims] = await Promise.all([
    ctx.db.query<OurPart>(sql`
      ${PART} where p.id in (
        select id from supplier_orders where reference = any(${references}) and supplier_code = ${code}
        union select id from supplier_orders where supplier_code = ${code} and supplier_reference = any(${numbers})
        union select id from supplier_orders where supplier_code = ${code} and stray_reference = any(${numbers})
        union select id from supplier_orders where supplier_code = ${code} and status = 'delivered' and sent_at >= ${from} and sent_at < ${to}
          and created_at >= ${after(from, -WAITS)} and created_at < ${to})`),
    ctx.db.query<OurTopup>(sql`
      ${TOPUP} where a.environment = 'live' and a.action = 'topup' and a.id in (
        select id from actions where reference = any(${references}) and supplier_code = ${code}
        union select id from actions where supplier_code = ${code} and supplier_reference = any(${numbers})
        union select id from actions where supplier_code = ${code} and action = 'topup' and status = 'succeeded'
          and created_at >= ${from} and created_at < ${to})`),
    ctx.db.prisma.esim.findMany({ where: { supplierCode: code, supplierEsimId: { in: esimIds } } }),
  ]);
  return { parts, topups, esims: esims.map(toOurEsim) };
}

export const findParts = async (ctx: Ctx, where: Sql): Promise<OurPart[]> =>
  await ctx.db.query<OurPart>(sql`${PART} where ${where}`);

export const findTopups = async (ctx: Ctx, where: Sql): Promise<OurTopup[]> =>
  await ctx.db.query<OurTopup>(sql`${TOPUP} where a.environment = 'live' and a.action = 'topup' and ${where}`);
