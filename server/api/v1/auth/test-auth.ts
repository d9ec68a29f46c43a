import { z } from "zod";
import { operation } from "#server/http/operation.ts";
import { EmptyBody } from "../fields.ts";

const AuthTest = z
  .strictObject({
    status: z.literal("ok"),
    authentication: z.strictObject({
      status: z.literal("valid"),
      key_prefix: z.string().meta({ example: "svc_test_1aB2c3D4" }),
      environment: z.enum(["test", "live"]),
      hmac_required: z.boolean(),
      scopes: z.array(z.string()),
      ip_allowlist_active: z.boolean(),
    }),
  })
  .meta({ id: "AuthTest" });

export const testAuth = operation({
  method: "POST",
  path: "/auth/test",
  tag: "Connection",
  summary: "Verify the key",
  access: "health:test",
  reads: true,
  body: EmptyBody,
  data: AuthTest,
  handle: ({ key }) =>
    ({
      status: "ok",
      authentication: {
        status: "valid",
        key_prefix: key.prefix,
        environment: key.environment,
        hmac_required: key.signingSecret !== null,
        scopes: key.scopes,
        ip_allowlist_active: key.allowedIps.length > 0,
      },
    }) as const,
});
