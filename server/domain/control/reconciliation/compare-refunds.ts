import type { RefundRecord } from "#server/domain/catalogue/suppliers/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { one, sql } from "#server/kernel/db.ts";
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

/** Bundles of a package that came back since the range began, as far as we know: with eSIMs, as top-ups, or never delivered. */
async function countOurs({ ctx, run, supplier }: Side, item: string): Promise<number> {
  const since = run.range.from;
  const { known } = one(
    await ctx.db.query<{ known: number }>(sql`
      select (select count(*) from actions c join esims e on e.id = c.esim_id join supplier_orders p on p.id = e.supplier_order_id
               where c.supplier_code = ${supplier.code} and c.action = 'cancel' and c.status = 'succeeded' and (c.price_returned or c.topups_returned) and c.settled_at >= ${since}
                 and p.supplier_package_id = ${item})
           + (select count(*) from actions t join actions c on c.esim_id = t.esim_id and c.action = 'cancel' and c.status = 'succeeded'
               where t.supplier_code = ${supplier.code} and t.action = 'topup' and t.package_code = ${item} and t.sends > 0 and c.settled_at >= ${since})
           + (select coalesce(sum(case p.stray when 'returned' then jsonb_array_length(coalesce(p.stray_profiles, '[]')) else 0 end
                + case when p.rejected_code = 'taken_back' then p.quantity when p.status = 'delivered' then p.quantity - coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end), 0)
                from supplier_orders p where p.supplier_code = ${supplier.code} and p.supplier_package_id = ${item} and p.updated_at >= ${since}) as known`),
  );
  return known;
}

/** Unused eSIMs of a package: those that turn out to be cancelled, or not to be there any more. */
async function lookAtUnused({ ctx, supplier }: Side, item: string): Promise<OurEsim[]> {
  const unused = await ctx.db.query<{ id: number }>(sql`
    select e.id from esims e join supplier_orders p on p.id = e.supplier_order_id
     where e.supplier_code = ${supplier.code} and p.supplier_package_id = ${item} and e.environment = 'live'
       and e.status not in ('cancelled', 'expired') and e.activated_at is null
     order by e.missing_at nulls last, e.id desc limit ${MAX_LOOKS}`);
  const ids = unused.map(({ id }) => id);
  await syncEsimsById(ctx, ids);
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
