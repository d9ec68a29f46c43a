import { postAlert as post } from "#server/domain/control/alerts/index.ts";
import { job } from "../job.ts";

export const postAlert = job("post-alert", (ctx, { postId }, step) => step.run("post", () => post(ctx, postId)), {
  alone: "postId",
});
