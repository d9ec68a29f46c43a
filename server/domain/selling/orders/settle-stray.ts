import { productSold } from "#server/domain/catalogue/catalog/index.ts";
import { connectSupplier, describeSupplier, type EsimRef } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { Part } from "./supplier-part.ts";
import { withoutOwner } from "./without-owner.ts";

/**
 * What becomes of eSIMs that turned up late and belong to no order. `closed`: dealt with elsewhere. `returned`: cancelled at the supplier
 * for their price. `resold`: kept for the next order of the same package.
 */
export type StrayEnd = "closed" | "returned" | "resold";

type Beside = { decided?: Decided; record(tx: Transaction): Promise<void> };

/** Longer than the supplier is asked for; whoever died meanwhile is in nobody's way afterwards. */
const CLAIMED_FOR = 5 * MINUTE;

const STATE: Record<StrayEnd, string> = { closed: "kept", returned: "returned", resold: "for_sale" };

/**
 * Ends a late delivery, once. What calls the supplier is claimed first, in a transaction of its own: nobody sells what somebody else is
 * about to cancel, and no lock is held across the calls.
 */
export async function settleStray(
  ctx: Ctx,
  part: Part,
  as: StrayEnd | "succeeded" | "failed",
  { decided, record }: Beside,
): Promise<void> {
  // Of a late delivery nothing is unknown: whichever was said, it is dealt with.
  const end = as === "succeeded" || as === "failed" ? "closed" : as;
  if (!(await possibleEnds(ctx, part)).has(end))
    fail("conflict", `${orderReference(part.orderId)}: that cannot be done with these eSIMs.`, { field: "as" });
  if (end !== "closed") await claimStray(ctx, part);
  if (end === "returned") await cancelAll(ctx, part);
  if (end === "resold") await requireAlive(ctx, part);
  await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    await record(tx);
    const { count } = await tx.prisma.supplierOrder.updateMany({
      where: { id: part.id, stray: "waiting", ...(end === "closed" && { OR: unclaimed(ctx) }) },
      data: { stray: STATE[end], busyUntil: null, updatedAt: ctx.clock.now() },
    });
    if (count === 0) refuseLate(part);
    await decided?.after(tx, end);
  });
}

const refuseLate = ({ orderId }: Part): never =>
  fail("conflict", `${orderReference(orderId)} was decided by somebody else a moment ago.`);

const unclaimed = ({ clock }: Ctx) => [{ busyUntil: null }, { busyUntil: { lt: clock.now() } }];

async function claimStray(ctx: Ctx, part: Part): Promise<void> {
  const { count } = await ctx.db.prisma.supplierOrder.updateMany({
    where: { id: part.id, stray: "waiting", OR: unclaimed(ctx) },
    data: { busyUntil: after(ctx.clock.now(), CLAIMED_FOR) },
  });
  if (count === 0) refuseLate(part);
}

const release = (ctx: Ctx, { id }: Part) =>
  ctx.db.prisma.supplierOrder.updateMany({ where: { id, stray: "waiting" }, data: { busyUntil: null } });

const refsOf = (part: Part): EsimRef[] =>
  (part.strayProfiles ?? []).map(({ supplierEsimId, iccid, supplierReference }) => ({
    supplierEsimId,
    iccid,
    supplierReference: supplierReference ?? part.strayReference ?? "",
    createdAt: part.sentAt ?? part.createdAt,
  }));

/** Whatever was cancelled before counts: who tries again goes on where it ended. */
async function cancelAll(ctx: Ctx, part: Part): Promise<void> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const esims = refsOf(part);
  const refusals: string[] = [];
  try {
    const states = await supplier.getEsims(esims);
    for (const esim of esims) {
      const found = states.get(esim.supplierEsimId);
      if (found?.kind === "found" && found.value.status === "cancelled") continue;
      const outcome = await supplier.cancel(esim);
      if (outcome.kind !== "done") refusals.push(`${esim.iccid}: ${outcome.message}`);
    }
  } catch (error) {
    await release(ctx, part);
    throw error;
  } finally {
    await supplier.flush();
  }
  if (refusals.length === 0) return;
  await release(ctx, part);
  fail(
    "supplier_error",
    `${supplier.name} did not cancel ${refusals.length} of ${esims.length}. ${refusals.join("; ")}`,
  );
}

/** Nothing is sold on that its supplier does not show as alive and unused. */
async function requireAlive(ctx: Ctx, part: Part): Promise<void> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const esims = refsOf(part);
  const states = await supplier.getEsims(esims);
  await supplier.flush();
  const isUnused = esims.every(({ supplierEsimId }) => {
    const found = states.get(supplierEsimId);
    return found?.kind === "found" && found.value.status === "ready" && found.value.installationStatus !== "installed";
  });
  if (isUnused && esims.length > 0) return;
  await release(ctx, part);
  fail("conflict", `${supplier.name} does not show all of them as unused. Nothing that was touched is sold on.`);
}

/** What can be done with a late delivery beside closing its case. Nothing, when somebody has one of its profiles. */
export async function possibleEnds(ctx: Ctx, part: Part): Promise<Set<StrayEnd>> {
  const { supplierCode, strayProfiles, strayReference, supplierReference, status } = part;
  const profiles = strayProfiles ?? [];
  const ends = new Set<StrayEnd>(["closed"]);
  if (profiles.length === 0) return ends;
  if ((await withoutOwner(ctx, supplierCode, profiles)).length < profiles.length) return ends;
  const { cancel, refundOnCancel } = describeSupplier(supplierCode).capabilities;
  if (cancel && refundOnCancel) ends.add("returned");
  // Only an order of the supplier's that is no other part's can be another order's delivery as it stands, and only one.
  const isOfOne = refsOf(part).every((esim) => esim.supplierReference === strayReference);
  if (isOfOne && strayReference && (strayReference !== supplierReference || status === "rejected")) ends.add("resold");
  return ends;
}

/**
 * A late delivery that was kept for sale becomes the delivery of this part, instead of another purchase: the same package, the same product, the
 * same number of eSIMs. One statement; two parts never get the same, and the supplier's number is the new one's alone: who looks for the first one's
 * order finds nothing there.
 */
export async function takeResold(ctx: Ctx, part: Part): Promise<Part["supplierReference"]> {
  const at = ctx.clock.now();
  const [taken] = await ctx.db.query<{ strayReference: string }>(sql`
    with found as materialized (
      select s.id, s.stray_reference, s.unit_cost_usd
        from supplier_orders s join orders o on o.id = s.order_id join packages sold on sold.id = o.package_id
       where s.stray = 'for_sale' and s.supplier_code = ${part.supplierCode} and s.supplier_package_id = ${part.supplierPackageId}
         and jsonb_array_length(s.stray_profiles) = ${part.quantity}::int
         and ${productSold(sql`o.product_key`, sql`o.created_at`)} = (select product_key from orders where id = ${part.orderId})
       order by s.id limit 1 for no key update of s skip locked
    ), moved as (
      update supplier_orders p set status = 'accepted', supplier_reference = f.stray_reference, unit_cost_usd = f.unit_cost_usd, checks = 0,
             busy_until = null, updated_at = ${at}
        from found f where p.id = ${part.id} and p.status = 'intended' and p.sends = 0 returning p.id
    )
    update supplier_orders s
       set stray = 'resold', stray_profiles = '[]', supplier_reference = nullif(s.supplier_reference, s.stray_reference), updated_at = ${at}
      from found f where s.id = f.id and exists (select from moved)
    returning s.stray_reference`);
  return taken?.strayReference ?? null;
}
