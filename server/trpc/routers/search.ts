import { z } from "zod";
import { searchRecords } from "#server/domain/control/search/index.ts";
import { router, staffProcedure } from "../trpc.ts";

export const searchRouter = router({
  find: staffProcedure.input(z.string().trim().min(2).max(80)).query(({ ctx, input }) => searchRecords(ctx, input)),
});
