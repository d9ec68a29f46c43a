import { z } from "zod";
import { getAction as get } from "#server/domain/selling/actions/index.ts";
import { operation } from "#server/http/operation.ts";
import { Action, presentAction } from "./action.wire.ts";

export const getAction = operation({
  method: "GET",
  path: "/actions/{id}",
  tag: "Top-ups and actions",
  summary: "One top-up, cancel, suspend or resume",
  access: "esims:read",
  params: z.strictObject({ id: z.string().meta({ description: "action_id", example: "118" }) }),
  data: Action,
  handle: async ({ ctx, params }) => presentAction(await get(ctx, params.id)),
});
