import type { Charging } from "#server/domain/money/payments/index.ts";
import { isFinal } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Checkout } from "../checkout.ts";
import { findAutoTopup, holdActive } from "./auto-topup.ts";
import { endAutoTopup } from "./end-auto-topup.ts";
import { isUsedUp } from "./limit.ts";
import { offersAutoTopups } from "./setting.ts";

/** How the card is charged for a purchase that was opened by itself; null for one whose traveller pays on a page. */
export function chargingOf(ctx: AccountCtx, checkout: Checkout): Charging | undefined {
  const { autoTopupId: id, esimId, packageName: description, number } = checkout;
  if (id === null || esimId === null) return undefined;
  const isWanted = async (tx: Transaction) => {
    if (!(await holdActive(tx, id)) || ctx.account.status !== "active") return false;
    const esim = await tx.prisma.esim.findUnique({ where: { id: esimId }, select: { status: true } });
    return !isFinal(esim!.status as Parameters<typeof isFinal>[0]) && (await offersAutoTopups(ctx, tx));
  };
  return { description, number, isWanted };
}

/** It was delivered, and may have been the last one. */
export async function followDelivery(tx: Transaction, ctx: AccountCtx, { autoTopupId }: Checkout): Promise<void> {
  const auto = autoTopupId === null ? null : await findAutoTopup(tx, autoTopupId);
  if (auto && isUsedUp(auto)) await endAutoTopup(tx, ctx, auto.id, "used_up");
}

/** It was not charged, and no other one is tried: its traveller pays by hand, or allows it anew. */
export async function followFailure(
  tx: Transaction,
  ctx: AccountCtx,
  { autoTopupId }: Checkout,
  failure: string | null,
): Promise<void> {
  if (autoTopupId === null) return;
  const status = (await offersAutoTopups(ctx, tx)) ? "declined" : "withdrawn";
  await endAutoTopup(tx, ctx, autoTopupId, status, failure ?? undefined);
}
