import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { processSingleton } from "./process-singleton.ts";
import { redis } from "./redis.ts";

type Rule = { name: string; points: number; seconds: number };

/** Counts in Redis, together with the other processes, where there is one; in memory otherwise, and while it is away. */
export const sharedLimiter = ({ name, points, seconds }: Rule): RateLimiterAbstract =>
  processSingleton(`limiter:${name}`, () => {
    const options = { keyPrefix: name, points, duration: seconds };
    const memory = new RateLimiterMemory(options);
    const client = redis();
    // Whoever is over the limit is refused from memory.
    const inMemory = { inMemoryBlockOnConsumed: points + 1 };
    return client
      ? new RateLimiterRedis({ ...options, ...inMemory, storeClient: client, insuranceLimiter: memory })
      : memory;
  });

/** Counts in this process alone, for what costs less than to ask another one. */
export const ownLimiter = ({ name, points, seconds }: Rule): RateLimiterAbstract =>
  processSingleton(`limiter:${name}`, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
