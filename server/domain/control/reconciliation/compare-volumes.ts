import type { PurchaseRecord } from "#server/domain/catalogue/suppliers/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import type { OurEsim } from "./our-purchases.ts";
import { findTopups } from "./our-purchases.ts";
import { type Key, leaveAsIs, recordDifference } from "./record-difference.ts";
import { isAwaited, reportTopup, type Side } from "./unknown-purchases.ts";

type Volume = {
  supplierEsimId: string;
  iccid: string;
  /** As it was delivered. */
  soldBytes: number;
  /** What succeeded, or turned up late, since. */
  toppedUpMb: number;
  /** The same, when its sizes are by the day. */
  dailyMb: number;
  /** One of them has no size. */
  isUnlimited: boolean;
};

/** Sizes are told in whole megabytes. */
const ROUNDING = MB;

/**
 * Where top-ups are in no list, they show in the eSIM's volume: what it was sold with and every top-up of ours make it up.
 * More was put on behind our back, or late; less was charged and not done.
 */
export async function compareVolumes(side: Side, purchases: PurchaseRecord[], esims: OurEsim[]): Promise<void> {
  const living = esims.filter(({ status }) => status !== "cancelled");
  const expected = new Map((await readVolumes(side, living)).map((volume) => [volume.supplierEsimId, volume]));
  const byId = new Map(living.map((esim) => [esim.supplierEsimId, esim]));
  for (const sold of purchases)
    for (const { supplierEsimId, totalBytes, cancelled } of sold.esims) {
      const volume = expected.get(supplierEsimId);
      if (!volume || totalBytes === null || cancelled || volume.isUnlimited) continue;
      const added = totalBytes - volume.soldBytes;
      const more = added - volume.toppedUpMb * MB;
      if (Math.abs(more) > ROUNDING && Math.abs(added - volume.dailyMb * MB) > ROUNDING)
        await judge(side, sold, byId.get(supplierEsimId)!, volume, more);
    }
}

async function readVolumes({ ctx }: Side, esims: OurEsim[]): Promise<Volume[]> {
  return await ctx.db.query<Volume>(sql`
    select e.supplier_esim_id, e.iccid, (x->>'totalBytes')::bigint as sold_bytes,
           coalesce(t.mb, 0) as topped_up_mb, coalesce(t.daily, 0) as daily_mb, coalesce(t.unlimited, false) as is_unlimited
      from esims e join supplier_orders p on p.id = e.supplier_order_id cross join jsonb_array_elements(p.profiles) x
      cross join lateral (
        select sum(a.data_mb) as mb, sum(a.data_mb * a.duration_days) as daily, bool_or(a.data_mb = 0) as unlimited
          from actions a where a.esim_id = e.id and a.action = 'topup' and (a.status = 'succeeded' or a.stray is not null)) t
     where e.id = any(${esims.map(({ id }) => id)}::bigint[]) and x->>'supplierEsimId' = e.supplier_esim_id and x->>'totalBytes' is not null`);
}

async function judge(side: Side, sold: PurchaseRecord, esim: OurEsim, volume: Volume, more: number): Promise<void> {
  const { ctx, run, supplier } = side;
  const { supplierEsimId, iccid } = volume;
  const key: Key = {
    source: supplier.code,
    what: "top-up",
    finding: more > 0 ? "theirs_only" : "ours_only",
    subject: supplierEsimId,
  };
  const others = await findTopups(ctx, sql`a.esim_id = ${esim.id} and a.status <> 'succeeded' and a.stray is null`);
  if (others.some(isAwaited)) return await leaveAsIs(ctx, run, [key]);
  const lost = others.find(({ isLost, dataMb }) => isLost && Math.abs(dataMb * MB - more) <= ROUNDING);
  const size = `${Math.round(Math.abs(more) / MB)} MB`;
  const topup = {
    ...sold,
    supplierReference: "",
    kind: "topup" as const,
    quantity: 1,
    reference: lost?.reference ?? null,
  };
  if (lost) return await reportTopup(side, { ...topup, supplierPackageId: lost.packageCode }, lost);
  await recordDifference(ctx, run, {
    ...key,
    outcome: "waiting",
    theirReference: supplierEsimId,
    orderId: esim.orderId,
    accountId: esim.accountId,
    amount: money(0),
    text:
      more > 0
        ? `${supplier.name} has ${size} more on the eSIM ${iccid} than was bought here.`
        : `${supplier.name} has ${size} less on the eSIM ${iccid} than was bought here.`,
    step:
      more > 0
        ? `Look in ${supplier.name}'s console who topped it up.`
        : `Ask ${supplier.name} for the top-up that was charged; if it was not done, correct the wallet.`,
    at: sold.createdAt,
  });
}
