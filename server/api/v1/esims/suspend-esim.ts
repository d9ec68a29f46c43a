import { z } from "zod";
import { requestSuspend } from "#server/domain/selling/actions/index.ts";
import { operation } from "#server/http/operation.ts";
import { ActionStatus, OpenedAction, presentOpened } from "../actions/action.wire.ts";
import { alwaysNull, EmptyBody, integer } from "../fields.ts";
import { iccidParams } from "./esim.wire.ts";

export const suspendEsim = operation({
  method: "POST",
  path: "/esims/{iccid}/suspend",
  tag: "eSIMs",
  summary: "Suspend the eSIM",
  description: "The outcome comes with esim.suspended or esim.action.failed, or GET /actions/{id}.",
  access: "esims:suspend",
  params: iccidParams(),
  body: EmptyBody,
  data: z
    .strictObject({
      action_id: integer(),
      action: z.literal("suspend"),
      status: ActionStatus,
      resource: z.string().meta({ description: "ICCID" }),
      actions: z.array(OpenedAction),
      refund_on_success: alwaysNull(),
    })
    .meta({ id: "OpenedSuspend" }),
  errors: ["action_not_supported", "conflict"],
  handle: async ({ ctx, params }) => {
    const action = await requestSuspend(ctx, params.iccid);
    const { action_id, iccid, status } = presentOpened(action);
    return {
      action_id,
      action: "suspend" as const,
      status,
      resource: iccid,
      actions: [presentOpened(action)],
      refund_on_success: null,
    };
  },
});
