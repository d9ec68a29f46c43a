import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Brand } from "./brand.ts";
import { type BrandTexts, parseBrandFields } from "./brand-fields.ts";
import { oneAtATime, publish, withSlug } from "./change-brand.ts";
import { requireNewest } from "./draft.ts";
import { shopTexts } from "./shop-fields.ts";

/** Publishes an earlier version again; what versions had no field for then is empty again. `version` is the newest that whoever asks has seen. A draft stays as it is. */
export async function restoreVersion(
  ctx: AccountCtx,
  { number, version }: { number: number; version: number },
): Promise<Brand> {
  requirePermission(ctx, "brand:manage");
  const found = await ctx.db.prisma.brandVersion.findFirst({ where: { ...tenant(ctx), number } });
  if (!found) return fail("resource_not_found", "This version is not kept any more.");
  const fields = parseBrandFields({ ...shopTexts({}), ...(found.fields as BrandTexts) });
  return await withSlug(ctx, fields.portalSlug, () =>
    oneAtATime(ctx, async (tx) => {
      await requireNewest(ctx, tx, version);
      return await publish(tx, ctx, fields, "brand.restore");
    }),
  );
}
