import { connectSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { findLinked } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { wasGivenBack } from "./end-action.ts";
import { otherTopups } from "./other-topups.ts";
import { reportLateTopup, watchTopup } from "./watch-topup.ts";

type Lost = {
  esimId: number;
  orderId: number;
  supplierCode: SupplierCode;
  reference: string;
  packageCode: string | null;
  unitCostUsd: Money | null;
  evidence: string | null;
  createdAt: Date;
  lostAt: Date;
};

/** Looks whether a top-up that was given up, and paid back, was done all the same. */
export async function checkLateTopup(ctx: Ctx, actionId: number): Promise<void> {
  const [lost] = await ctx.db.query<Lost>(sql`
    select esim_id, order_id, supplier_code, reference, package_code,
           unit_cost_usd, evidence, created_at, lost_at
      from actions where id = ${actionId} and status = 'failed' and lost_at is not null and stray is null`);
  const esim = lost && (await findEsimById(ctx.db, lost.esimId));
  if (!lost || !esim) return;
  const others = await otherTopups(ctx.db, actionId, lost.esimId);
  const isGivenBack = await wasGivenBack(ctx, esim);
  if (!isGivenBack && others) {
    const supplier = await connectSupplier(ctx, lost.supplierCode, lost);
    const { reference, packageCode, unitCostUsd, evidence } = lost;
    const found = await supplier.findTopup(
      { reference, esim, option: { code: packageCode!, costUsd: unitCostUsd! }, before: evidence ?? "", others },
      lost.createdAt,
      (references) => findLinked(ctx.db, lost.supplierCode, references),
    );
    await supplier.flush();
    if (found.kind === "found") return await reportLateTopup(ctx, actionId, found.value.supplierReference);
  }
  await watchTopup(ctx, actionId, lost.lostAt);
}
