import { describeSupplier, isSupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { askAboutPart, refuseLinked } from "./ask-about-part.ts";
import { findPart, movePart, type Part, type PartChanges } from "./supplier-part.ts";

/** An order of a supplier's that no order here has, as its record names it. */
export type Theirs = { source: string; theirReference: string; text: string };

export type Candidate = {
  ref: string;
  reference: string;
  companyName: string;
  accountCode: string;
  quantity: number;
  since: Date;
};

/**
 * Orders that wait for an outcome at that supplier, of the package that its record names: one of them may be the one. Only orders that
 * still wait can be given something; what is over was refunded, and is sold anew.
 */
export async function listCandidates(ctx: Ctx, { source, text }: Theirs): Promise<Candidate[]> {
  if (!isSupplierCode(source)) return [];
  return await ctx.db.query<Candidate>(sql`
    select 'B2B-' || p.order_id as ref, p.reference, a.company_name, a.code as account_code, p.quantity::int as quantity, o.created_at as since
      from orders o join supplier_orders p on p.order_id = o.id join accounts a on a.id = o.account_id
     where o.status in ('queued', 'processing') and p.status in ('sent', 'review') and p.supplier_code = ${source} and p.supplier_reference is null
       and position(' × ' || p.supplier_package_id || ' ' in ${text}::text) > 0
     order by o.created_at limit 20`);
}

/**
 * Gives an order what its supplier made for it under no name: asked for by its number first, then taken as accepted, and collected as
 * every delivery is. Returns what to do in the transaction that decides it; that fails when the order has moved on.
 */
export async function prepareAttach(
  ctx: Ctx,
  theirs: Theirs,
  order: string,
): Promise<{ orderId: number; attach(tx: Transaction): Promise<void> }> {
  const candidate = (await listCandidates(ctx, theirs)).find(({ ref }) => ref === order.trim().toUpperCase());
  const part = candidate && (await findPart(ctx.db, candidate.reference));
  if (!part) return fail("conflict", `${order.slice(0, 40)} does not wait for this package there.`, { field: "order" });
  await refuseLinked(ctx, part, theirs.theirReference);
  const { answer, esims, unitCostUsd } = await askAboutPart(ctx, part, theirs.theirReference);
  const { name } = describeSupplier(part.supplierCode);
  if (answer.kind === "unclear")
    return fail("supplier_error", `${name} does not say now what it delivered: ${answer.message}.`, { field: "order" });
  if (answer.kind === "denies" || esims.length === 0)
    return fail("supplier_error", `${name} has no living eSIMs under ${theirs.theirReference}.`, { field: "order" });
  if (esims.length > part.quantity)
    return fail("conflict", `${name} has ${esims.length} eSIMs there, and ${order} was for ${part.quantity}.`, {
      field: "order",
    });
  const known = { supplierReference: theirs.theirReference, rejectedCode: null, busyUntil: null };
  const changes: PartChanges =
    part.status === "review"
      ? { ...known, status: "delivered", profiles: esims, unitCostUsd: unitCostUsd ?? part.unitCostUsd }
      : { ...known, status: "accepted", checks: 0, notFoundAt: null };
  return { orderId: part.orderId, attach: (tx) => take(tx, ctx, part, changes) };
}

async function take(tx: Transaction, ctx: Ctx, part: Part, changes: PartChanges): Promise<void> {
  if (!(await movePart(tx, part, ctx.clock.now(), changes)))
    fail("conflict", `${orderReference(part.orderId)} has moved on: look again.`);
  await enqueue(tx, "fulfil-order", { orderId: part.orderId });
}
