import { z } from "zod";
import { getAutoTopupSetting, setAutoTopups, withdrawAutoTopup } from "#server/domain/shop/checkout/index.ts";
import { router, staffProcedure } from "../trpc.ts";

/** Top-ups that travellers have allowed to be bought by themselves. */
export const autoTopupsRouter = router({
  get: staffProcedure.query(({ ctx }) => getAutoTopupSetting(ctx)),
  set: staffProcedure.input(z.object({ enabled: z.boolean() })).mutation(async ({ ctx, input }) => {
    await setAutoTopups(ctx, input.enabled);
    return {};
  }),
  stop: staffProcedure.input(z.object({ iccid: z.string().max(40) })).mutation(async ({ ctx, input }) => {
    await withdrawAutoTopup(ctx, input.iccid);
    return {};
  }),
});
