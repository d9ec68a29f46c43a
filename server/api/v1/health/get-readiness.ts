import { z } from "zod";
import { checkReadiness } from "#server/domain/catalogue/catalog/index.ts";
import { operation } from "#server/http/operation.ts";
import { pagesBuilt } from "#server/kernel/pages-built.ts";

const Check = z.strictObject({ status: z.enum(["ok", "degraded", "failed"]), age_seconds: z.number().nullable() });

const Readiness = z
  .strictObject({
    status: z.enum(["ready", "degraded"]),
    checks: z.record(z.string(), Check).meta({ description: "database, catalog, exchange_rates, jobs, pages" }),
    duration_ms: z.number(),
  })
  .meta({ id: "Readiness" });

export const getReadiness = operation({
  method: "GET",
  path: "/health/ready",
  tag: "Connection",
  summary: "Whether the service can do its work",
  access: "health:read",
  data: Readiness,
  handle: async ({ ctx }) => {
    const startedAt = performance.now();
    const pages = { status: pagesBuilt().percent < 100 ? "degraded" : "ok", ageSeconds: null } as const;
    const checks = { ...(await checkReadiness(ctx)), pages };
    const degraded = Object.values(checks).some(({ status }) => status !== "ok");
    return {
      status: degraded ? "degraded" : "ready",
      checks: Object.fromEntries(
        Object.entries(checks).map(([name, { status, ageSeconds }]) => [name, { status, age_seconds: ageSeconds }]),
      ),
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    } as const;
  },
});
