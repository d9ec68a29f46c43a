import { z } from "zod";
import { describeSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { getGuarantee, MOST_MONTHLY, setGuarantee } from "#server/domain/shop/guarantee/index.ts";
import { router, staffProcedure } from "../trpc.ts";

/** Suppliers that do not say when an eSIM was installed. */
const UNSEEN = SUPPLIER_CODES.map(describeSupplier).filter(({ reportsInstallation }) => !reportsInstallation);

/** What the shop promises travellers whose eSIM does not connect. */
export const guaranteeRouter = router({
  get: staffProcedure.query(async ({ ctx }) => ({
    ...(await getGuarantee(ctx)),
    unseen: UNSEEN.map(({ name }) => name),
  })),
  set: staffProcedure
    .input(z.object({ monthly: z.number().int().min(1).max(MOST_MONTHLY).nullable() }))
    .mutation(async ({ ctx, input }) => {
      await setGuarantee(ctx, input.monthly);
      return {};
    }),
});
