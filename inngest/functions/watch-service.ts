import { watchService as watch } from "#server/domain/control/alerts/index.ts";
import { watchIncidents } from "#server/domain/control/incidents/index.ts";
import { job, schedule } from "../job.ts";

/** Soon after a supplier did not answer. */
export const watchService = job("watch-service", (ctx, _payload, step) => step.run("watch", () => watch(ctx)), {
  merge: (payloads) => payloads.slice(0, 1),
});

/** Whatever nobody noticed: what grows old, and what is well again. */
export const watchServiceAlways = schedule("watch-service-always", "* * * * *", async (ctx, step) => {
  await step.run("watch", () => watch(ctx));
  await step.run("watch incidents", () => watchIncidents(ctx));
});
