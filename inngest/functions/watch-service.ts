import { watchService as watch } from "#server/domain/control/alerts/index.ts";
import { job, schedule } from "../job.ts";

/** Soon after a supplier did not answer. */
export const watchService = job("watch-service", (ctx, _payload, step) => step.run("watch", () => watch(ctx)), {
  merge: (payloads) => payloads.slice(0, 1),
});

/** Whatever nobody noticed: what grows old, and what is well again. */
export const watchServiceAlways = schedule("watch-service-always", "* * * * *", (ctx, step) =>
  step.run("watch", () => watch(ctx)),
);
