import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { SUPPLIER_CODES, type SupplierCode } from "./port.ts";
import { isSupplierCode } from "./registry.ts";
import { SUPPLIER_NAMES } from "./supplier-names.ts";

export type SupplierState = { code: string; name: string; open: boolean };

/** Opens or closes a supplier for sale; in force for the next request. Orders already accepted are still fulfilled. */
export async function setSupplierOpen(ctx: Ctx, code: string, open: boolean): Promise<SupplierState> {
  requireOperator(ctx, "suppliers:manage");
  const known = knownSupplier(code);
  return await ctx.db.transaction(async (tx) => {
    const supplier = await tx.prisma.supplier.update({ where: { code: known }, data: { open } });
    await recordAudit(tx, ctx, { act: open ? "supplier.open" : "supplier.close", subject: code });
    return { code, name: supplier.name, open: supplier.open };
  });
}

export async function listSuppliers(ctx: Ctx): Promise<SupplierState[]> {
  return await ctx.db.prisma.supplier.findMany({
    select: { code: true, name: true, open: true },
    orderBy: { code: "asc" },
  });
}

/** How each supplier stands, as resellers may know it. */
export async function listSupplierStates(
  ctx: AccountCtx,
): Promise<{ code: string; name: string; state: "works" | "failing" | "closed"; since: Date | null }[]> {
  requirePermission(ctx, "orders:read");
  const suppliers = await ctx.db.prisma.supplier.findMany({ orderBy: { name: "asc" } });
  return suppliers.map(({ code, name, open, disruptedSince }) => ({
    code,
    name,
    state: open ? (disruptedSince ? "failing" : "works") : "closed",
    since: disruptedSince,
  }));
}

/** Rows for the suppliers that this version of the service knows. */
export async function registerSuppliers(ctx: Ctx): Promise<void> {
  const data = SUPPLIER_CODES.map((code) => ({ code, name: SUPPLIER_NAMES[code] }));
  await ctx.db.prisma.supplier.createMany({ data, skipDuplicates: true });
}

export function knownSupplier(code: string): SupplierCode {
  return isSupplierCode(code)
    ? code
    : fail("resource_not_found", `There is no supplier "${code}". Known are: ${SUPPLIER_CODES.join(", ")}.`);
}
