import { Redis } from "ioredis";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { processSingleton } from "./process-singleton.ts";

/** With REDIS_URL several processes share their counters; while Redis is away each counts for itself. */
export const redis = () =>
  processSingleton<Redis | null>("rate-redis", () => {
    const { redisUrl } = env();
    if (!redisUrl) return null;
    // One that hangs is as good as away: no request waits for it.
    const client = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 });
    client.on("error", (error) =>
      log().warn({ error: error.message }, "Redis cannot be reached: limits are counted per process"),
    );
    return client;
  });
