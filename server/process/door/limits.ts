import type { IncomingMessage, ServerResponse } from "node:http";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { whoAsks } from "#server/auth/whose-session.ts";
import { cookieOf } from "#server/http/message.ts";
import { addressBucket } from "#server/kernel/addresses.ts";
import { ownLimiter, sharedLimiter } from "#server/kernel/limiter.ts";
import { refuse } from "./refuse.ts";

/**
 * What a request costs us, and how many of it one address may have in a minute: anything at all (files and what is held in
 * memory cost no more); a page that is rendered, a search among pages, a call or form. People who are signed in are counted
 * each by themselves, in however many sessions, so that an office behind one address has as many of these as it has people. Suppliers, payment
 * providers and the job server come from few addresses, and often.
 */
const PER_MINUTE = { any: 6_000, page: 600, search: 120, call: 300, machine: 60_000 } as const;
const PER_MINUTE_AND_PERSON = { page: 1_200, search: 240, call: 2_400 } as const;

export type Cost = keyof typeof PER_MINUTE;
/** Who asks: the address, and the person whose session is open. */
export type Asker = { bucket: string; userId: number | null };

export async function readAsker(request: IncomingMessage, ip: string | null): Promise<Asker> {
  const jar = request.headers.cookie ?? "";
  const userId = await whoAsks((name) => cookieOf(jar, name));
  return { bucket: addressBucket(ip), userId };
}

/** True when the request may go on; otherwise it was answered with 429. */
export async function admit(response: ServerResponse, cost: Cost, { bucket, userId }: Asker): Promise<boolean> {
  const byPerson = userId !== null && cost in PER_MINUTE_AND_PERSON;
  const points = byPerson ? PER_MINUTE_AND_PERSON[cost as keyof typeof PER_MINUTE_AND_PERSON] : PER_MINUTE[cost];
  const make = cost === "any" || cost === "machine" ? ownLimiter : sharedLimiter;
  const limiter = make({ name: `door:${cost}${byPerson ? ":person" : ""}`, points, seconds: 60 });
  const over = await limiter.consume(byPerson ? String(userId) : bucket).then(
    () => null,
    (refusal: RateLimiterRes) => refusal,
  );
  if (!over) return true;
  const seconds = Math.max(1, Math.ceil(over.msBeforeNext / 1_000));
  const who = byPerson ? "you" : "your network";
  refuse(response, 429, `Too many requests from ${who}. Wait ${seconds} seconds and try again.`, {
    "Retry-After": seconds,
  });
  return false;
}
