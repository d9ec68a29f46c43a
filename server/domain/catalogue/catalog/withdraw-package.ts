import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { markVariants } from "./write-packages.ts";

export type Withdrawn = { packageId: string; replacedBy: string | null };

/** Takes a package off sale by hand, for good: the sync does not bring it back. Both by code or numeric id. */
export async function withdrawPackage(ctx: Ctx, codeOrId: string, replacedBy?: string): Promise<Withdrawn> {
  requireOperator(ctx, "suppliers:manage");
  const item = await lookUp(ctx, codeOrId);
  const replacement = replacedBy === undefined ? null : await lookUp(ctx, replacedBy);
  if (replacement?.id === item.id)
    fail("validation_error", "A package cannot be replaced by itself.", { field: "replaced_by" });
  if (replacement && replacement.status !== "on_sale")
    fail("validation_error", `${replacement.packageId} is not on sale, so it cannot replace another package.`, {
      field: "replaced_by",
    });
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.package.update({
      where: { id: item.id },
      data: { status: "withdrawn", withdrawnBy: "staff", replacedById: replacement?.id ?? null, changedAt: at },
    });
    await recordAudit(tx, ctx, {
      act: "package.withdraw",
      subject: item.packageId,
      details: { replacedBy: replacement?.packageId ?? null },
    });
  });
  await ctx.db.transaction((tx) => markVariants(tx, at));
  return { packageId: item.packageId, replacedBy: replacement?.packageId ?? null };
}

async function lookUp(ctx: Ctx, codeOrId: string) {
  const where = numericId(codeOrId) === null ? { packageId: codeOrId } : { id: Number(codeOrId) };
  const found = await ctx.db.prisma.package.findUnique({ where: where as { packageId: string } });
  return found ?? fail("package_not_found", `There is no package "${codeOrId}".`);
}
