import { z } from "zod";
import { readDrills, startDrill, stopDrill } from "#server/domain/messaging/drills/index.ts";
import { recordId } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

export const drillsRouter = router({
  list: staffProcedure.query(({ ctx }) => readDrills(ctx)),
  start: staffProcedure
    .input(z.object({ prefix: z.string().max(40), endpointId: recordId().nullable() }))
    .mutation(({ ctx, input }) => startDrill(ctx, input)),
  stop: staffProcedure.mutation(({ ctx }) => stopDrill(ctx)),
});
