import type { RefundRecord } from "#server/domain/catalogue/suppliers/index.ts";
import { one, sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { act } from "./acts.ts";
import { reportCancels } from "./known-purchases.ts";
import { type OurEsim, toOurEsim } from "./our-purchases.ts";
import { recordDifference } from "./record-difference.ts";
import type { Side } from "./unknown-purchases.ts";

/** eSIMs that are looked at because more came back than we know of; the rest waits for the next run. */
const MAX_LOOKS = 100;

/**
 * Refunds that name a package and nothing else can only be counted: as many as we know of in the range, or an eSIM was
 * cancelled there. Those that could be it are looked at; what remains is shown to people.
 */
export async function compareRefunds(side: Side, refunds: RefundRecord[]): Promise<void> {
  for (const [item, there] of Map.groupBy(refunds, ({ supplierPackageId }) => supplierPackageId)) {
    if (there.length <= (await countOurs(side, item))) continue;
    there.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    const at = there.at(-1)!.createdAt;
    const ended = await lookAtUnused(side, item);
    await reportCancels(
      side,
      ended.map((esim) => ({ ...esim, at })),
    );
    const missing = ended.filter(({ status }) => status !== "cancelled").length;
    const left = there.length - missing - (await countOurs(side, item));
    for (const refund of left > 0 ? there.slice(-left) : []) await reportUnknown(side, refund);
  }
}

/** Refunds of a day before the range began may be booked in it. */
const BOOKED_LATE = DAY;

/** Fewer of a package came back than are booked as returned: one of those is still kept. */
export async function findUnpaid({ ctx, run, supplier }: Side, refunds: RefundRecord[]): Promise<void> {
  const there = Map.groupBy(refunds, ({ supplierPackageId }) => supplierPackageId);
  const booked = await ctx.db.query<{ item: string; count: number; iccids: string[]; at: Date }>(sql`
    select item, count(*)::int as count, array_agg(iccid order by settled_at desc) as iccids, max(settled_at) as at from (
      select p.supplier_package_id as item, e.iccid, c.settled_at
        from actions c join esims e on e.id = c.esim_id join supplier_orders p on p.id = e.supplier_order_id
       where c.supplier_code = ${supplier.code} and c.environment = 'live' and c.action = 'cancel' and c.status = 'succeeded' and c.price_returned
         and c.settled_at >= ${after(run.range.from, BOOKED_LATE)}::timestamptz and c.settled_at < ${run.range.to}
      union all
      select t.package_code, e.iccid, c.settled_at
        from actions c join actions t on t.esim_id = c.esim_id and t.action = 'topup' and t.status = 'succeeded' and t.refunded_amount > 0
        join esims e on e.id = c.esim_id
       where c.supplier_code = ${supplier.code} and c.environment = 'live' and c.action = 'cancel' and c.status = 'succeeded' and c.topups_returned
         and c.settled_at >= ${after(run.range.from, BOOKED_LATE)}::timestamptz and c.settled_at < ${run.range.to}
    ) b group by item`);
  for (const { item, count, iccids, at } of booked) {
    const short = count - (there.get(item)?.length ?? 0);
    if (short <= 0) continue;
    const among = `${iccids.slice(0, 5).join(", ")}${iccids.length > 5 ? " …" : ""}`;
    await recordDifference(ctx, run, {
      source: supplier.code,
      what: "refund",
      finding: "ours_only",
      subject: `${item}:${short}`,
      outcome: "waiting",
      reference: item,
      text: `${supplier.name} paid ${short} ${item} back less than is booked: ${count} are, of eSIMs such as ${among}.`,
      step: `Look in ${supplier.name}'s console which of these eSIMs was not paid back, and claim it, or correct the cost in the books.`,
      at,
    });
  }
}

/** Bundles of a package that came back since the range began, as far as we know: with eSIMs, as top-ups, or never delivered. */
async function countOurs({ ctx, run, supplier }: Side, item: string): Promise<number> {
  const since = run.range.from;
  const { known } = one(
    await ctx.db.query<{ known: number }>(sql`
      select (select count(*) from actions c join esims e on e.id = c.esim_id join supplier_orders p on p.id = e.supplier_order_id
               where c.supplier_code = ${supplier.code} and c.action = 'cancel' and c.status = 'succeeded' and c.price_returned and c.settled_at >= ${since}
                 and p.supplier_package_id = ${item})
           + (select count(*) from actions t join actions c on c.esim_id = t.esim_id and c.action = 'cancel' and c.status = 'succeeded'
               where t.supplier_code = ${supplier.code} and t.action = 'topup' and t.package_code = ${item} and t.sends > 0 and (t.status <> 'succeeded' or t.refunded_amount > 0) and c.settled_at >= ${since})
           + (select coalesce(sum(case p.stray when 'returned' then jsonb_array_length(coalesce(p.stray_profiles, '[]')) else 0 end
                + case when p.rejected_code = 'taken_back' then p.quantity when p.status = 'delivered' then p.quantity - coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end), 0)
                from supplier_orders p where p.supplier_code = ${supplier.code} and p.supplier_package_id = ${item} and p.updated_at >= ${since}) as known`),
  );
  return known;
}

/** Unused eSIMs of a package: those that turn out to be cancelled, or not to be there any more. */
async function lookAtUnused(side: Side, item: string): Promise<OurEsim[]> {
  const { ctx, supplier } = side;
  const unused = await ctx.db.query<{ id: number }>(sql`
    select e.id from esims e join supplier_orders p on p.id = e.supplier_order_id
     where e.supplier_code = ${supplier.code} and p.supplier_package_id = ${item} and e.environment = 'live'
       and e.status not in ('cancelled', 'expired') and e.activated_at is null
     order by e.missing_at nulls last, e.id desc limit ${MAX_LOOKS}`);
  const ids = unused.map(({ id }) => id);
  await act.syncEsimsById(side, ids);
  const ended = await ctx.db.prisma.esim.findMany({
    where: { id: { in: ids }, OR: [{ status: "cancelled" }, { missingAt: { not: null } }] },
  });
  return ended.map(toOurEsim);
}

async function reportUnknown({ ctx, run, supplier }: Side, refund: RefundRecord): Promise<void> {
  const { supplierReference, supplierPackageId, createdAt } = refund;
  await recordDifference(ctx, run, {
    source: supplier.code,
    what: "refund",
    finding: "theirs_only",
    subject: supplierReference,
    outcome: "waiting",
    theirReference: supplierReference,
    text: `${supplier.name} paid a ${supplierPackageId} back (${supplierReference}) that is cancelled nowhere here.`,
    step: `Ask ${supplier.name} which eSIM it was; if it is one of ours, refund its order.`,
    at: createdAt,
  });
}
