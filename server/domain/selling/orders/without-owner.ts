import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { DeliveredEsim } from "./supplier-part.ts";

/**
 * Those of a supplier's eSIMs that no eSIM of ours is, and whose ICCID and activation code no living one has: the others belong to
 * somebody.
 *
 * @param orderId whose own eSIMs do not count
 */
export async function withoutOwner<E extends DeliveredEsim>(
  ctx: Ctx,
  supplierCode: SupplierCode,
  esims: E[],
  orderId = 0,
): Promise<E[]> {
  if (esims.length === 0) return [];
  const living = { environment: "live", status: { notIn: ["cancelled", "expired"] } };
  const owned = await ctx.db.prisma.esim.findMany({
    where: {
      orderId: { not: orderId },
      OR: [
        { supplierCode, supplierEsimId: { in: esims.map(({ supplierEsimId }) => supplierEsimId) } },
        { ...living, iccid: { in: esims.map(({ iccid }) => iccid) } },
        { ...living, activationCode: { in: esims.map(({ activationCode }) => activationCode) } },
      ],
    },
    select: { supplierEsimId: true, iccid: true, activationCode: true },
  });
  const names = new Set(owned.flatMap((one) => [one.supplierEsimId, one.iccid, one.activationCode]));
  return esims.filter((esim) => ![esim.supplierEsimId, esim.iccid, esim.activationCode].some((one) => names.has(one)));
}
