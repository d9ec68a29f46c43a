import { z } from "zod";
import { BASE_PATH, OPENAPI_PATH } from "#server/http/dispatch.ts";
import { operation } from "#server/http/operation.ts";
import { env } from "#server/kernel/env.ts";

const Integration = z
  .strictObject({ environment: z.enum(["test", "live"]), base_url: z.url(), openapi_url: z.url() })
  .meta({ id: "Integration" });

export const getIntegration = operation({
  method: "GET",
  path: "/meta/integration",
  tag: "Meta",
  summary: "Addresses of the API and of its OpenAPI document",
  access: "health:read",
  data: Integration,
  handle: ({ ctx }) => {
    const { publicUrl } = env();
    return { environment: ctx.environment, base_url: publicUrl + BASE_PATH, openapi_url: publicUrl + OPENAPI_PATH };
  },
});
