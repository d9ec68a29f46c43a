import { getEsim } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { EsimDevice, iccidParams, presentDevice } from "./esim.wire.ts";

export const getEsimDevice = operation({
  method: "GET",
  path: "/esims/{iccid}/device",
  tag: "eSIMs",
  summary: "The device, as far as the supplier reported it",
  access: "esims:device",
  params: iccidParams(),
  data: EsimDevice,
  handle: async ({ ctx, params }) => presentDevice(await getEsim(ctx, params.iccid)),
});
