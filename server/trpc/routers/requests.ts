import { z } from "zod";
import {
  findRequest,
  listRequestChoices,
  requestFilter,
  searchRequests,
} from "#server/domain/reseller/request-log/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { listInput } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

export const requestsRouter = router({
  list: staffProcedure
    .input(listInput(requestFilter))
    .query(({ ctx, input: { before, ...filter } }) => searchRequests(ctx, { ...filter, limit: 50, beforeId: before })),
  choices: staffProcedure.query(({ ctx }) => listRequestChoices(ctx)),
  get: staffProcedure.input(z.string().max(60)).query(async ({ ctx, input }) => {
    const request = await findRequest(ctx, input);
    if (!request) return null;
    const made = request.made.map(({ kind, id, title, iccid }) => ({
      kind,
      title,
      reference: kind === "order" ? orderReference(id) : (iccid ?? String(id)),
    }));
    return { ...request, made };
  }),
});
