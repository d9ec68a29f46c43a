import { z } from "zod";
import { API_VERSION } from "#server/http/envelope.ts";
import { draining } from "#server/http/execute.ts";
import { operation } from "#server/http/operation.ts";
import { fail } from "#server/kernel/errors.ts";
import { isoTime } from "#server/kernel/time.ts";
import { timestamp } from "../fields.ts";

const Health = z
  .strictObject({ service: z.string(), api_version: z.string(), status: z.literal("ok"), time: timestamp() })
  .meta({ id: "Health" });

export const getHealth = operation({
  method: "GET",
  path: "/health",
  tag: "Connection",
  summary: "Whether the service answers",
  description: "Touches nothing but this process. For readiness of database and catalogue see GET /health/ready.",
  access: "public",
  // Bad keys from a shared address never hide a healthy service.
  perMinute: 600,
  data: Health,
  handle: ({ ctx }) => {
    if (draining().now) fail("service_unavailable", "This process is stopping. Others answer.");
    return {
      service: "reseller-esim-service",
      api_version: API_VERSION,
      status: "ok",
      time: isoTime(ctx.clock.now()),
    } as const;
  },
});
