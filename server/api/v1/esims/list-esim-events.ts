import { z } from "zod";
import { getEsim, listHistory } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { EsimHistoryItem, iccidParams, presentHistoryItem } from "./esim.wire.ts";

export const listEsimEvents = operation({
  method: "GET",
  path: "/esims/{iccid}/events",
  tag: "eSIMs",
  summary: "What happened to the eSIM, newest first",
  access: "esims:events",
  params: iccidParams(),
  data: z.strictObject({ items: z.array(EsimHistoryItem) }).meta({ id: "EsimHistory" }),
  handle: async ({ ctx, params }) => ({
    items: (await listHistory(ctx, await getEsim(ctx, params.iccid))).map(presentHistoryItem),
  }),
});
