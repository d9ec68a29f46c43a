import { getEsim, listUsage } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { EsimUsage, iccidParams, presentMeasurement, presentUsage } from "./esim.wire.ts";

export const getEsimUsage = operation({
  method: "GET",
  path: "/esims/{iccid}/usage",
  tag: "eSIMs",
  summary: "Data usage and its last 100 measurements",
  access: "esims:usage",
  params: iccidParams(),
  data: EsimUsage,
  handle: async ({ ctx, params }) => {
    const esim = await getEsim(ctx, params.iccid);
    return { current: presentUsage(esim), history: (await listUsage(ctx, esim)).map(presentMeasurement) };
  },
});
