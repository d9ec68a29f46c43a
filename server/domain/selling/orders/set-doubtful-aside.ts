import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Order } from "./order.ts";
import { type DeliveredEsim, listParts, movePart, type Part } from "./supplier-part.ts";

type Owned = { iccid: string; activationCode: string; supplierCode: string; supplierEsimId: string; orderId: number };

/**
 * An order was delivered with profiles that living eSIMs of other orders have, or with one profile twice. They are put
 * aside for people, who know what the supplier meant; the parts are returned with what is left. Null when nothing is left:
 * then the whole order waits for people. Nothing is given back by itself: it would be taken from whoever has it.
 */
export async function setDoubtfulAside(ctx: Ctx, order: Order, parts: Part[]): Promise<Part[] | null> {
  const delivered = parts.filter(({ status }) => status === "delivered");
  const owners = await findOwners(ctx.db, delivered);
  const seen = new Set<string>();
  const split = delivered.map((part) => {
    const sorted = Map.groupBy(part.profiles ?? [], (esim) => isDoubtful(part, esim, owners, seen));
    return { part, good: sorted.get(false) ?? [], doubtful: sorted.get(true) ?? [] };
  });
  if (split.every(({ doubtful }) => doubtful.length === 0))
    throw new Error("Whoever had the profiles has them no more: the next run settles the order.");
  const at = ctx.clock.now();
  const isAnyGood = split.some(({ good }) => good.length > 0);
  for (const { part, good, doubtful } of split)
    if (!isAnyGood) await movePart(ctx.db, part, at, { status: "review" });
    else if (doubtful.length > 0)
      await ctx.db.query(sql`
        update supplier_orders
           set profiles = ${storableJson(good)}::jsonb, stray = 'waiting', stray_reference = supplier_reference, updated_at = ${at},
               stray_profiles = coalesce(stray_profiles, '[]') || ${storableJson(doubtful.map((esim) => ({ ...esim, supplierReference: part.supplierReference })))}::jsonb
         where id = ${part.id} and status = 'delivered' and jsonb_array_length(profiles) = ${part.profiles!.length}`);
  await tell(ctx, order, at, owners, isAnyGood);
  return isAnyGood ? await listParts(ctx.db, order.id) : null;
}

/** The living eSIMs of other orders that have an ICCID, an activation code or a supplier's number of these. */
async function findOwners(db: Transaction, parts: Part[]): Promise<Owned[]> {
  const asked = parts.flatMap(({ supplierCode, profiles }) =>
    (profiles ?? []).map((esim) => ({ ...esim, supplierCode })),
  );
  return await db.query<Owned>(sql`
    select distinct e.iccid, e.activation_code, e.supplier_code, e.supplier_esim_id,
           e.order_id
      from jsonb_to_recordset(${storableJson(asked)}::jsonb) as x(iccid text, "activationCode" text, "supplierCode" text, "supplierEsimId" text)
      join esims e on (e.supplier_code = x."supplierCode" and e.supplier_esim_id = x."supplierEsimId")
        or (e.environment = 'live' and e.status not in ('cancelled', 'expired') and not e.sold_twice
            and (e.iccid = x.iccid or e.activation_code = x."activationCode"))
     order by e.order_id`);
}

/** @param seen what was met before in the same order */
function isDoubtful({ supplierCode }: Part, esim: DeliveredEsim, owners: Owned[], seen: Set<string>): boolean {
  const { iccid, activationCode, supplierEsimId } = esim;
  const names = [iccid, activationCode, `${supplierCode} ${supplierEsimId}`];
  const isTwice = names.some((name) => seen.has(name));
  for (const name of names) seen.add(name);
  return (
    isTwice ||
    owners.some(
      (owner) =>
        owner.iccid === iccid ||
        owner.activationCode === activationCode ||
        (owner.supplierCode === supplierCode && owner.supplierEsimId === supplierEsimId),
    )
  );
}

async function tell(ctx: Ctx, order: Order, at: Date, owners: Owned[], isAnyGood: boolean): Promise<void> {
  const reference = orderReference(order.id);
  const words = owners.slice(0, 10).map(({ iccid, orderId }) => `ICCID ${iccid} of ${orderReference(orderId)}`);
  const rest = isAnyGood
    ? "The others were handed out, and what is missing is paid back; claim the doubtful ones from the supplier and close the case"
    : "Nothing was handed out; decide it";
  await tellOperators(ctx.db, at, {
    kind: "review.waiting",
    subject: reference,
    occasion: "sold-before",
    text: `${reference} was delivered with a profile that another living eSIM has: ${words.join(", ") || "two of its own are one"}. ${rest} in the review queue.`,
  });
}
