import { deliverWebhooks as deliver } from "#server/domain/messaging/webhooks/index.ts";
import { job } from "../job.ts";

/** An attempt that hangs holds a connection, not a place in the engine. */
const WITHIN_MS = 250;
const ENDPOINTS_PER_JOB = 50;

export const deliverWebhooks = job(
  "deliver-webhooks",
  (ctx, { endpointIds }, step) => step.run("deliver", () => deliver(ctx, endpointIds, { withinMs: WITHIN_MS })),
  {
    merge: (payloads) => {
      const endpointIds = [...new Set(payloads.flatMap((payload) => payload.endpointIds))];
      return Array.from({ length: Math.ceil(endpointIds.length / ENDPOINTS_PER_JOB) }, (_, i) => ({
        endpointIds: endpointIds.slice(i * ENDPOINTS_PER_JOB, (i + 1) * ENDPOINTS_PER_JOB),
      }));
    },
  },
);
