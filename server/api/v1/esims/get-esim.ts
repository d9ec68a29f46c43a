import { getEsim as get } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { Esim, iccidParams, presentEsim } from "./esim.wire.ts";

export const getEsim = operation({
  method: "GET",
  path: "/esims/{iccid}",
  tag: "eSIMs",
  summary: "One eSIM",
  access: "esims:read",
  params: iccidParams(),
  data: Esim,
  handle: async ({ ctx, params }) => presentEsim(await get(ctx, params.iccid)),
});
