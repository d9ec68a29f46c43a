import { z } from "zod";
import { searchRecords } from "#server/domain/control/search/index.ts";
import { router, staffList } from "../trpc.ts";

export const searchRouter = router({
  /** Records of the account; packages are everybody's, and found by `orders.packages`. */
  find: staffList.input(z.string().trim().min(2).max(80)).query(({ ctx, input }) => searchRecords(ctx, input)),
});
