import {
  type Connected,
  connectSupplier,
  type Found,
  type SupplierEsim,
} from "#server/domain/catalogue/suppliers/index.ts";
import { isUnclear } from "#server/domain/selling/esims/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { putAside, type Stray } from "./put-aside.ts";
import { askedAs, findLinked, findPart, isAnotherSent, type Part } from "./supplier-part.ts";
import { nextLateLook, planLateLook } from "./watch.ts";

const OPEN: ReadonlySet<Part["status"]> = new Set(["intended", "sent", "accepted", "review"]);
/** Orders of the supplier's that bear one reference of ours and are looked at; more have never been seen. */
const MAX_TWINS = 3;

/**
 * Looks whether something that was given up without having been seen, an order, one of several sendings or the rest of a
 * short delivery, has turned up after all. It becomes its order's while that waits; else it goes back, or before people.
 */
export async function checkLateOrder(ctx: Ctx, reference: string): Promise<void> {
  const part = await findPart(ctx.db, reference);
  if (!part?.lostAt) return;
  const next = nextLateLook(part.lostAt, ctx.clock.now());
  // Whoever works on the order looks for it anyway.
  if (OPEN.has(part.status)) return await planLateLook(ctx, part, next);
  if (await isAnotherSent(ctx.db, part)) return await planLateLook(ctx, part, after(ctx.clock.now(), MINUTE));
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const later = await supplier.begin();
  if (later) return await planLateLook(ctx, part, later);
  const found = await findStray(ctx, supplier, part);
  if (found.kind === "found") {
    if (await adopt(ctx, part, found.value)) return;
    const isAgain = await putAside(ctx, part, found.value, next === null);
    if (isAgain) return await planLateLook(ctx, part, inTime(ctx.clock.now(), MINUTE));
  }
  if (!next && (await isUnclear(ctx, supplier, found, { order: part })))
    await putAside(ctx, part, {
      reference: part.strayReference ?? part.supplierReference ?? "",
      esims: [],
      isOurs: false,
    });
  await supplier.flush();
  await planLateLook(ctx, part, next);
}

/** Living eSIMs of an order of the supplier's that is, or looks like, ours, and that no order has. */
async function findStray(ctx: Ctx, supplier: Connected, part: Part): Promise<Found<Stray>> {
  const seen = new Set<string>();
  // Of what goes back some may be left.
  const known = [part.supplierReference, part.stray === "returned" ? part.strayReference : null].filter(Boolean);
  let answer: Found<Stray> = { kind: "not_found" };
  for (let twin = 0; twin < MAX_TWINS; twin++) {
    let reference = known.shift();
    if (!reference) {
      // By its looks one is taken for the lost sending. The next one alike is as likely another order's: the nightly comparison names it.
      if (supplier.anonymousOrders && hasStray(part)) break;
      const found = await supplier.findOrder(
        part,
        part.sentAt ?? part.createdAt,
        async (references) => new Set([...(await findLinked(ctx.db, part.supplierCode, references)), ...seen]),
      );
      if (found.kind !== "found") {
        if (found.kind === "unknown") answer = found;
        break;
      }
      reference = found.value.supplierReference;
    }
    const delivered = await supplier.getOrderEsims(reference, await askedAs(ctx.db, part, reference));
    if (delivered.kind === "unknown") answer = delivered;
    const esims = delivered.kind === "found" ? await unowned(ctx, part, delivered.value.esims) : [];
    const isOurs = reference === part.supplierReference || !supplier.anonymousOrders;
    if (esims.length > 0) {
      await supplier.flush();
      return { kind: "found", value: { reference, esims, isOurs } };
    }
    seen.add(reference);
  }
  await supplier.flush();
  return answer;
}

/** An order of the supplier's, beside the one that was delivered, is taken for a lost sending of this part. */
const hasStray = ({ strayReference, supplierReference }: Part): boolean =>
  strayReference !== null && strayReference !== "" && strayReference !== supplierReference;

async function unowned(ctx: Ctx, part: Part, esims: SupplierEsim[]): Promise<SupplierEsim[]> {
  const ids = esims.map(({ supplierEsimId }) => supplierEsimId);
  const owned = await ctx.db.prisma.esim.findMany({
    where: { supplierCode: part.supplierCode, supplierEsimId: { in: ids } },
    select: { supplierEsimId: true },
  });
  // Its order has those that it waits for, also before it is settled.
  const ours = part.status === "delivered" ? (part.profiles ?? []) : [];
  const known = new Set([...owned, ...ours, ...(part.strayProfiles ?? [])].map(({ supplierEsimId }) => supplierEsimId));
  return esims.filter(({ supplierEsimId, status }) => status !== "cancelled" && !known.has(supplierEsimId));
}

/** What was given up is taken over by its order, if that still waits and nothing else was bought for it. */
async function adopt(ctx: Ctx, part: Part, { reference }: Stray): Promise<boolean> {
  if (part.status !== "rejected") return false;
  const { adopted } = one(
    await ctx.db.query<{ adopted: boolean }>(
      sql`select adopt_part(${part.id}::bigint, ${part.sends}::int, ${reference}, ${ctx.clock.now()}) as adopted`,
    ),
  );
  if (!adopted) return false;
  log().warn({ orderId: part.orderId, reference: part.reference }, "an order that was given up has turned up in time");
  await enqueue(ctx.db, "fulfil-order", { orderId: part.orderId });
  return true;
}
