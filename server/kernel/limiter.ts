import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { env } from "./env.ts";
import { processSingleton } from "./process-singleton.ts";
import { redis } from "./redis.ts";

type Rule = { name: string; points: number; seconds: number };
type Count = { keyPrefix: string; points: number; duration: number };

/** No request waits longer for a main process that says nothing. */
const ANSWER_WITHIN_MS = 500;

/**
 * Counts in Redis, together with every other process, where there is one; else in the main process, together with the others
 * of its start. A process that is alone counts in memory, as each does while whoever counts for it is away.
 */
export function countTogether(count: Count): RateLimiterAbstract {
  const storeClient = redis();
  // Whoever is over the limit is refused from memory.
  const inMemory = { inMemoryBlockOnConsumed: count.points + 1, insuranceLimiter: new RateLimiterMemory(count) };
  if (storeClient) return new RateLimiterRedis({ ...count, ...inMemory, storeClient });
  return env().countsInMain ? new CountedInMain(count) : new RateLimiterMemory(count);
}

/** The same without Redis, and for what nobody may count for themselves: fails while the main process says nothing. */
export const countInMain = (count: Count): RateLimiterAbstract =>
  env().countsInMain ? new RateLimiterCluster({ ...count, timeoutMs: ANSWER_WITHIN_MS }) : new RateLimiterMemory(count);

export const sharedLimiter = ({ name, points, seconds }: Rule): RateLimiterAbstract =>
  processSingleton(`limiter:${name}`, () => countTogether({ keyPrefix: name, points, duration: seconds }));

/** Counts in this process alone, for what costs less than to ask another one. */
export const ownLimiter = ({ name, points, seconds }: Rule): RateLimiterAbstract =>
  processSingleton(`limiter:${name}`, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));

class CountedInMain extends RateLimiterCluster {
  readonly #memory: RateLimiterMemory;

  constructor(count: Count) {
    super({ ...count, timeoutMs: ANSWER_WITHIN_MS });
    this.#memory = new RateLimiterMemory(count);
  }

  override consume(...asked: Parameters<RateLimiterAbstract["consume"]>) {
    return super.consume(...asked).catch(unlessRefused(() => this.#memory.consume(...asked)));
  }

  override penalty(...asked: Parameters<RateLimiterAbstract["penalty"]>) {
    return super.penalty(...asked).catch(unlessRefused(() => this.#memory.penalty(...asked)));
  }

  override reward(...asked: Parameters<RateLimiterAbstract["reward"]>) {
    return super.reward(...asked).catch(unlessRefused(() => this.#memory.reward(...asked)));
  }

  override get(...asked: Parameters<RateLimiterAbstract["get"]>) {
    return super.get(...asked).catch(unlessRefused(() => this.#memory.get(...asked)));
  }
}

/** A refusal is an answer; a failure is none. */
const unlessRefused =
  <T>(otherwise: () => Promise<T>) =>
  (reason: unknown): Promise<T> => {
    if (reason instanceof Error) return otherwise();
    throw reason;
  };
