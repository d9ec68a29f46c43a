import {
  type Connected,
  connectSupplier,
  type Found,
  type SupplierCode,
  type SupplierTopup,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { storableData } from "#server/kernel/storable.ts";
import { after } from "#server/kernel/time.ts";

export type ListedTopups = { isKept: boolean; topups: SupplierTopup[] };

/**
 * What a live eSIM's supplier can put on it, and at which cost to us.
 *
 * @param freshMs what was said within that time is not asked for again
 * @param asked by whose turns it is asked; without one it is the account's request, of its share (`rate_limit_exceeded`)
 */
export async function listTopups(
  ctx: Ctx,
  esim: Esim,
  freshMs: number,
  asked?: Connected,
): Promise<Found<ListedTopups>> {
  const now = ctx.clock.now();
  const kept = await ctx.db.prisma.topupOptions.findUnique({
    where: { esimId: esim.id, fetchedAt: { gt: after(now, -freshMs) } },
  });
  if (kept) {
    const options = kept.options as unknown as (Omit<SupplierTopup, "costUsd"> & { costUsd: string })[];
    const topups = options.map((option) => ({ ...option, costUsd: money(option.costUsd) }));
    return { kind: "found", value: { isKept: true, topups } };
  }
  const about = { orderId: esim.orderId, askedBy: esim.accountId };
  const supplier = asked ?? (await connectSupplier(ctx, esim.supplierCode as SupplierCode, about));
  const found = await supplier.topupOptions(esim);
  await supplier.flush();
  supplier.requireShare();
  if (found.kind === "unknown") return found;
  const topups = found.kind === "found" ? found.value : [];
  const data = { options: storableData(topups), fetchedAt: now };
  await ctx.db.prisma.topupOptions.upsert({
    where: { esimId: esim.id },
    create: { esimId: esim.id, ...data },
    update: data,
  });
  return { kind: "found", value: { isKept: false, topups } };
}
