import { z } from "zod";
import {
  findRequest,
  listRequestChoices,
  listRequestErrors,
  requestFilter,
  searchRequests,
} from "#server/domain/reseller/request-log/index.ts";
import { env } from "#server/kernel/env.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { period } from "#server/kernel/list-filter.ts";
import { filterInput, listInput } from "../filters.ts";
import { router, staffList, staffProcedure } from "../trpc.ts";

export const requestsRouter = router({
  list: staffList
    .input(listInput(requestFilter))
    .query(({ ctx, input: { before, ...filter } }) => searchRequests(ctx, { ...filter, limit: 50, beforeId: before })),
  errors: staffList.input(filterInput(period)).query(({ ctx, input }) => listRequestErrors(ctx, input)),
  choices: staffList.query(({ ctx }) => listRequestChoices(ctx)),
  get: staffProcedure.input(z.string().max(60)).query(async ({ ctx, input }) => {
    const request = await findRequest(ctx, input);
    if (!request) return null;
    const related = request.related.map(({ id, orderId, ...record }) => ({
      ...record,
      order: orderReference(orderId),
      reference: record.kind === "order" ? orderReference(id) : (record.iccid ?? String(id)),
    }));
    return { ...request, related, apiUrl: `${env().publicUrl}/api/v1` };
  }),
});
