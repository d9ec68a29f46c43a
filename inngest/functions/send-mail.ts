import { sendMail as send } from "#server/domain/messaging/mail/index.ts";
import { job } from "../job.ts";

export const sendMail = job("send-mail", (ctx, { mailId }, step) => step.run("send", () => send(ctx, mailId)), {
  alone: "mailId",
});
