import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Brand } from "./brand.ts";
import { type BrandTexts, parseBrandFields } from "./brand-fields.ts";
import { oneAtATime, publish } from "./change-brand.ts";
import { requireNewest } from "./draft.ts";
import { shopTexts } from "./shop-fields.ts";

/** Publishes an earlier version again; what versions had no field for then is empty again. `version` is the newest that whoever asks has seen. A draft stays as it is. */
export const restoreVersion = (ctx: AccountCtx, { number, version }: { number: number; version: number }) =>
  oneAtATime(ctx, async (tx): Promise<Brand> => {
    await requireNewest(ctx, tx, version);
    const found = await tx.prisma.brandVersion.findFirst({ where: { ...tenant(ctx), number } });
    if (!found) return fail("resource_not_found", "This version is not kept any more.");
    return await publish(
      tx,
      ctx,
      parseBrandFields({ ...shopTexts({}), ...(found.fields as BrandTexts) }),
      "brand.restore",
    );
  });
