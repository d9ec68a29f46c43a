import { mailMagicLink } from "#server/domain/shop/checkout/index.ts";
import { job } from "../job.ts";

export const sendMagicLink = job("send-magic-link", (ctx, asked, step) =>
  step.run("send", () => mailMagicLink(ctx, asked)),
);
