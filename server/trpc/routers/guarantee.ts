import { z } from "zod";
import { describeSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { getGuarantee, listUnseenSuppliers, MOST_MONTHLY, setGuarantee } from "#server/domain/shop/guarantee/index.ts";
import { router, staffProcedure } from "../trpc.ts";

/** What the shop promises travellers whose eSIM does not connect. */
export const guaranteeRouter = router({
  get: staffProcedure.query(async ({ ctx }) => ({
    ...(await getGuarantee(ctx)),
    unseen: listUnseenSuppliers().map((code) => describeSupplier(code).name),
  })),
  set: staffProcedure
    .input(z.object({ monthly: z.number().int().min(1).max(MOST_MONTHLY).nullable() }))
    .mutation(async ({ ctx, input }) => {
      await setGuarantee(ctx, input.monthly);
      return {};
    }),
});
