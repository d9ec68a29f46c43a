import { z } from "zod";
import { ESIM_STATUSES, listEsims as list } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { integer, pageSize, queryInteger, text } from "../fields.ts";
import { Esim, presentEsim } from "./esim.wire.ts";

export const listEsims = operation({
  method: "GET",
  path: "/esims",
  tag: "eSIMs",
  summary: "eSIMs, newest first",
  access: "esims:read",
  query: z.strictObject({
    status: z
      .enum(ESIM_STATUSES, `must be one of ${ESIM_STATUSES.join(", ")}`)
      .optional()
      .meta({ description: "Only eSIMs in this state" }),
    provider: text(40).optional().meta({ description: "Network supplier", example: "esimaccess" }),
    limit: pageSize(200, 50),
    offset: queryInteger(0, 10_000_000).default(0).meta({ description: "Items to skip" }),
  }),
  data: z.strictObject({ items: z.array(Esim), limit: integer(), offset: integer() }).meta({ id: "EsimPage" }),
  handle: async ({ ctx, query: { status, provider, limit, offset } }) => ({
    items: (await list(ctx, { status, supplierCode: provider, limit, offset })).map(presentEsim),
    limit,
    offset,
  }),
});
