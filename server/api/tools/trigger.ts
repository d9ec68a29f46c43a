import { z } from "zod";
import { playScene, SCENES } from "#server/domain/selling/scenes/index.ts";
import { operation } from "#server/http/operation.ts";
import { integer, text } from "../v1/fields.ts";

/** Makes one of the things happen that events tell of, in the test environment. */
export const trigger = operation({
  method: "POST",
  path: "/trigger",
  tag: "Tools",
  summary: "Make something happen in the test environment",
  access: "webhooks:test",
  body: z.strictObject({
    event: z.enum(SCENES, `must be one of ${SCENES.join(", ")}`),
    package_id: text(200).optional(),
    action_id: integer().min(1, "must be the number of an action").optional(),
  }),
  data: z.strictObject({
    event: z.string(),
    /** Whether it happened to records of the sandbox, or was only told. */
    made_by: z.enum(["sandbox", "sample"]),
    order_reference: z.string().nullable(),
    iccid: z.string().nullable(),
    action_id: integer().nullable(),
  }),
  errors: ["conflict", "resource_not_found"],
  handle: async ({ ctx, key, body }) => {
    const {
      madeBy,
      orderReference = null,
      iccid = null,
      actionId = null,
    } = await playScene(ctx, key, {
      scene: body.event,
      packageId: body.package_id ?? null,
      actionId: body.action_id ?? null,
    });
    return { event: body.event, made_by: madeBy, order_reference: orderReference, iccid, action_id: actionId };
  },
});
