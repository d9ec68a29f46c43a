import { refreshEsim as refresh } from "#server/domain/selling/esim-reports/index.ts";
import { operation } from "#server/http/operation.ts";
import { EmptyBody } from "../fields.ts";
import { Esim, iccidParams, presentEsim } from "./esim.wire.ts";

export const refreshEsim = operation({
  method: "POST",
  path: "/esims/{iccid}/refresh",
  tag: "eSIMs",
  summary: "Synchronise with the supplier now",
  access: "esims:sync",
  reads: true,
  params: iccidParams(),
  body: EmptyBody,
  data: Esim,
  errors: ["supplier_error", "conflict"],
  handle: async ({ ctx, params }) => presentEsim(await refresh(ctx, params.iccid)),
});
