import { z } from "zod";
import { summarizeLastDay } from "#server/domain/reseller/request-log/index.ts";
import { operation } from "#server/http/operation.ts";
import { keyQuota, readUsage } from "#server/http/rate-limit.ts";
import { integer } from "../fields.ts";

const Quota = z
  .strictObject({ used: integer().meta({ description: "This request included" }), limit: integer() })
  .meta({ id: "Quota" });

export const getUsage = operation({
  method: "GET",
  path: "/usage",
  tag: "Connection",
  summary: "What the calling key has used of its limits",
  access: "usage:read",
  data: z
    .strictObject({
      minute: Quota,
      day: Quota.meta({ description: "UTC" }),
      last_24h: z.strictObject({ requests: integer(), errors: integer(), avg_latency_ms: z.number() }),
    })
    .meta({ id: "KeyUsage" }),
  handle: async ({ ctx, key }) => {
    const now = ctx.clock.now();
    const { requests, errors, avgLatencyMs } = await summarizeLastDay(ctx.db, key.id, now);
    return {
      ...(await readUsage(keyQuota(key), now)),
      last_24h: { requests, errors, avg_latency_ms: avgLatencyMs },
    };
  },
});
