import type { RateLimiterRes } from "rate-limiter-flexible";
import { addressBucket } from "#server/kernel/addresses.ts";
import { fail } from "#server/kernel/errors.ts";
import { countTogether } from "#server/kernel/limiter.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";

/** Attempts per address of origin (an IPv4 address, or the /64 of an IPv6 one) and quarter of an hour. */
const LIMITS = { "sign-in": 60, recovery: 10, "sign-up": 10, invitation: 30, discount: 60, voucher: 20 } as const;
const DURATION_S = 15 * 60;

/** Guessing from one place is slow, whichever addresses are tried. */
export async function limitAttempts(what: keyof typeof LIMITS, ip: string | null): Promise<void> {
  const limiter = processSingleton(`attempts:${what}`, () =>
    countTogether({ keyPrefix: what, points: LIMITS[what], duration: DURATION_S }),
  );
  await limiter.consume(addressBucket(ip)).catch((over: RateLimiterRes) => {
    const minutes = Math.ceil(over.msBeforeNext / 60_000);
    fail("rate_limit_exceeded", `Too many attempts from your network. Wait ${minutes} minutes and try again.`, {
      retry_after_s: Math.ceil(over.msBeforeNext / 1_000),
    });
  });
}
