import { connectSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { findEsimById, isUnclear } from "#server/domain/selling/esims/index.ts";
import { findLinked, nextLateLook } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { wasGivenBack } from "./end-action.ts";
import { otherTopups } from "./other-topups.ts";
import { reportLateTopup, watchTopup } from "./watch-topup.ts";

/** Looks whether a top-up that was given up, and paid back, was done all the same. What nobody knows at the last look is told to people. */
export async function checkLateTopup(ctx: Ctx, actionId: number): Promise<void> {
  const lost = await ctx.db.prisma.action.findUnique({
    where: { id: actionId, status: "failed", lostAt: { not: null }, stray: null },
  });
  const esim = lost && (await findEsimById(ctx.db, Number(lost.esimId)));
  if (!lost || !esim) return;
  const { reference, packageCode, unitCostUsd, evidence } = lost;
  const isLast = nextLateLook(lost.lostAt!, ctx.clock.now()) === null;
  if (await wasGivenBack(ctx, esim)) return await watchTopup(ctx, actionId, lost.lostAt!);
  const others = await otherTopups(ctx.db, actionId, esim.id);
  let isUnknown = others === null;
  if (others) {
    const code = lost.supplierCode as SupplierCode;
    const supplier = await connectSupplier(ctx, code, { reference, orderId: Number(lost.orderId) });
    const later = await supplier.begin();
    if (later) return await enqueue(ctx.db, "check-late-topup", { actionId }, later);
    const found = await supplier.findTopup(
      { reference, esim, option: { code: packageCode!, costUsd: unitCostUsd! }, before: evidence ?? "", others },
      lost.createdAt,
      (references) => findLinked(ctx.db, code, references),
    );
    isUnknown = isLast && (await isUnclear(ctx, supplier, found, { on: esim }));
    await supplier.flush();
    if (found.kind === "found")
      return await reportLateTopup(ctx, actionId, { supplierReference: found.value.supplierReference });
  }
  if (isLast && isUnknown) return await reportLateTopup(ctx, actionId, { isUnclear: true });
  await watchTopup(ctx, actionId, lost.lostAt!);
}
