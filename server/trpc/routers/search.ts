import { z } from "zod";
import { reasonInWords, searchPackages } from "#server/domain/catalogue/catalog/index.ts";
import { type Hit, searchRecords } from "#server/domain/control/search/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { router, staffProcedure } from "../trpc.ts";

type Found = Omit<Hit, "kind" | "at"> & { kind: Hit["kind"] | "package" };

export const searchRouter = router({
  find: staffProcedure.input(z.string().trim().min(2).max(80)).query(async ({ ctx, input }): Promise<Found[]> => {
    const [records, packages] = await Promise.all([searchRecords(ctx, input), findPackages(ctx, input)]);
    return [...records.map(({ kind, reference, about }) => ({ kind, reference, about })), ...packages];
  }),
});

/** Records are found also while there is no exchange rate to price packages with. */
async function findPackages(ctx: AccountCtx, text: string): Promise<Found[]> {
  const found = await searchPackages(ctx, text, 4).catch((error: unknown) => {
    if (isServiceError(error) && error.code === "fx_unavailable") return { items: [] };
    throw error;
  });
  return found.items.map(({ item, by }) => {
    const reason = reasonInWords({ item, by });
    return { kind: "package", reference: item.packageId, about: reason ? `${item.name} (${reason})` : item.name };
  });
}
