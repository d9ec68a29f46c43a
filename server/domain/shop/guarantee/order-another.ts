import { hasPassed } from "#server/domain/catalogue/suppliers/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { type Order, placeOrder } from "#server/domain/selling/orders/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { type ErrorCode, isServiceError } from "#server/kernel/errors.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { askSilence, isWaitedFor } from "./ask-silence.ts";
import { endReplacement } from "./end-replacement.ts";
import { findEqualPlan } from "./find-equal.ts";
import { type Next, nextLook } from "./next-look.ts";
import { moveReplacement, type Replacement, replacementKey, replacementReference } from "./replacement.ts";

/** Refusals that may pass within moments. */
const PASSING: ReadonlySet<ErrorCode> = new Set(["conflict", "supplier_error", "service_unavailable"]);
const PATIENCE = 10 * MINUTE;

/**
 * Orders the other eSIM on the reseller's wallet, once: under an idempotency key and a reference of the replacement's own. What an
 * earlier run ordered and did not get to write down is found first.
 */
export async function orderAnother(ctx: AccountCtx, read: Replacement): Promise<Next> {
  const busyUntil = await claim(ctx, read);
  if (busyUntil === null) return after(ctx.clock.now(), SECOND);
  const replacement = { ...read, busyUntil };
  try {
    return await orderOnce(ctx, replacement);
  } finally {
    // Also of a run that failed: the next one need not wait until the claim ends. What it left half done is found by its key.
    const where = { id: replacement.id, busyUntil, status: "ordering" };
    await ctx.db.prisma.replacement.updateMany({ where, data: { busyUntil: null } });
  }
}

async function orderOnce(ctx: AccountCtx, replacement: Replacement): Promise<Next> {
  const reference = replacementReference(replacement.id);
  const before = await findOrdered(ctx, reference);
  const refusal = before === null ? await order(ctx, replacement, reference) : null;
  const orderId = before ?? (await findOrdered(ctx, reference));
  if (orderId === null)
    return refusal === null ? nextLook(ctx, replacement) : await endReplacement(ctx, replacement, refusal);
  await moveReplacement(ctx.db, replacement, ctx.clock.now(), { status: "ordered", orderId });
  return "again";
}

/** Why there will be none; null when it was ordered, or is worth trying again. */
async function order(ctx: AccountCtx, replacement: Replacement, reference: string): Promise<string | null> {
  const { esimId, judgedAt } = replacement;
  if (hasPassed(judgedAt!, ctx.clock.now(), MINUTE)) {
    // What its supplier said is old by now: an earlier run died, or had to wait.
    const said = await askSilence(ctx, (await findEsimById(ctx.db, esimId))!);
    if (said === "unknown") return isWaitedFor(ctx, replacement) ? null : "unanswered";
    if (said !== "silent") return said;
  }
  const equal = await findEqualPlan(ctx, esimId);
  if (equal === "later") return isWaitedFor(ctx, replacement) ? null : "none";
  if (equal === null) return "none";
  try {
    const { packageId, unitCap } = equal;
    await placeOrder(
      { ...ctx, requestId: reference },
      { packageId, quantity: 1, clientReference: reference, maxUnitPrice: unitCap },
      {
        ...replacementKey(replacement),
        fingerprint: sha256Hex(reference),
        answer: (placed: Order) => JSON.stringify(placed),
      },
    );
    return null;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return PASSING.has(error.code) && !hasPassed(judgedAt!, ctx.clock.now(), PATIENCE) ? null : error.code;
  }
}

async function findOrdered(ctx: AccountCtx, reference: string): Promise<number | null> {
  const where = { ...tenant(ctx), clientReference: reference, requestId: reference };
  const found = await ctx.db.prisma.order.findFirst({ where, select: { id: true } });
  return found && Number(found.id);
}

const CLAIMED_FOR = 2 * MINUTE;

/**
 * One run orders at a time, so that none refuses what another is ordering; null when another does. A dead run's claim ends by itself. One
 * that was only slow finds its key spent when the replacement was refused meanwhile (`end-replacement.ts`).
 */
async function claim({ db, clock }: AccountCtx, { id }: Replacement): Promise<Date | null> {
  const now = clock.now();
  const busyUntil = after(now, CLAIMED_FOR);
  const claimed = await db.query(sql`
    update replacements set busy_until = ${busyUntil}
     where id = ${id} and status = 'ordering' and (busy_until is null or busy_until <= ${now}) returning id`);
  return claimed.length > 0 ? busyUntil : null;
}
