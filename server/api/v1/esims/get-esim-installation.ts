import { getEsim } from "#server/domain/selling/esims/index.ts";
import { operation } from "#server/http/operation.ts";
import { EsimInstallation, iccidParams } from "./esim.wire.ts";

export const getEsimInstallation = operation({
  method: "GET",
  path: "/esims/{iccid}/installation",
  tag: "eSIMs",
  summary: "What is needed to install the eSIM",
  access: "esims:installation",
  params: iccidParams(),
  data: EsimInstallation,
  handle: async ({ ctx, params }) => {
    const { iccid, activationCode, smdpAddress, installationStatus } = await getEsim(ctx, params.iccid);
    return {
      iccid,
      activation_code: activationCode,
      smdp_address: smdpAddress,
      installation_status: installationStatus,
    };
  },
});
