import { z } from "zod";
import { requestResume } from "#server/domain/selling/actions/index.ts";
import { operation } from "#server/http/operation.ts";
import { ActionStatus } from "../actions/action.wire.ts";
import { EmptyBody, integer } from "../fields.ts";
import { iccidParams } from "./esim.wire.ts";

export const resumeEsim = operation({
  method: "POST",
  path: "/esims/{iccid}/resume",
  tag: "eSIMs",
  summary: "Resume a suspended eSIM",
  description: "The outcome comes with esim.resumed or esim.action.failed, or GET /actions/{id}.",
  access: "esims:resume",
  params: iccidParams(),
  body: EmptyBody,
  data: z
    .strictObject({
      action_id: integer(),
      action: z.literal("resume"),
      status: ActionStatus,
      resource: z.string().meta({ description: "ICCID" }),
    })
    .meta({ id: "OpenedResume" }),
  errors: ["action_not_supported", "conflict"],
  handle: async ({ ctx, params }) => {
    const { id, status, iccid } = await requestResume(ctx, params.iccid);
    return { action_id: id, action: "resume" as const, status, resource: iccid };
  },
});
