import { z } from "zod";
import type { ExpiringKey } from "#server/domain/reseller/keys/index.ts";
import { recordTime } from "#server/kernel/time.ts";
import { recordTimestamp } from "../fields.ts";

export const ApiKeyNotice = z
  .strictObject({
    key_prefix: z.string().meta({ example: "svc_live_1aB2c3D4" }),
    name: z.string().meta({ description: "As it was named when it was made" }),
    environment: z.enum(["test", "live"]),
    expires_at: recordTimestamp(),
  })
  .meta({ id: "ApiKeyNotice" });

export const presentApiKeyNotice = (key: ExpiringKey): z.input<typeof ApiKeyNotice> => ({
  key_prefix: key.keyPrefix,
  name: key.name,
  environment: key.environment,
  expires_at: recordTime(key.expiresAt),
});
