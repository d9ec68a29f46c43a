import { mailNotifications as mail } from "#server/domain/messaging/mail/index.ts";
import { job } from "../job.ts";

/** One run writes the mails of all notices that have none: many that were raised together need one. */
export const mailNotifications = job(
  "mail-notices",
  (ctx, _payload, step) =>
    step.run("mail", async () => {
      await mail(ctx);
    }),
  { merge: (payloads) => payloads.slice(0, 1) },
);
