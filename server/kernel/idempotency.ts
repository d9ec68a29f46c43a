import { type AccountCtx, tenant } from "./context.ts";
import { sha256Hex } from "./crypto.ts";
import { sql } from "./db.ts";
import { fail, isServiceError } from "./errors.ts";
import { after, DAY } from "./time.ts";

/** The right to do something once: what the HTTP kernel hands to a verb that charges. */
export type IdempotencyClaim<T> = {
  operation: string;
  key: string;
  /** SHA-256 of the body as sent, hex. */
  fingerprint: string;
  /** The answer to the caller, stored with the effect and given again on a repeat, byte for byte. */
  answer(result: T): string;
};

/** The stored answer, and whether this request made it or repeated an earlier one. */
export type Answered = { response: string; replayed: boolean };

/** SHA-256 of the body's canonical JSON: the order of its fields and its white space do not count. */
export const fingerprint = (body: unknown): string => sha256Hex(canonical(body, MAX_DEPTH));

/** A body can be small and yet nested deeper than the stack is. */
const MAX_DEPTH = 64;

function canonical(value: unknown, depth: number): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (depth === 0)
    fail("validation_error", `The body is nested more than ${MAX_DEPTH} levels deep.`, { field: "body" });
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth - 1)).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depth - 1)}`).join(",")}}`;
}

type Key = { operation: string; key: string; fingerprint: string };

/**
 * Does what charges. When it is refused (the price has moved, the package is gone), the answer stored under the key counts
 * all the same: a repeat of what once succeeded never fails.
 */
export async function answerOnce(ctx: AccountCtx, key: Key, charge: () => Promise<Answered>): Promise<Answered> {
  try {
    return await charge();
  } catch (refusal) {
    if (!isServiceError(refusal)) throw refusal;
    const stored = await findAnswer(ctx, key);
    if (!stored) throw refusal;
    if (stored.fingerprint !== key.fingerprint)
      fail(
        "conflict",
        "This Idempotency-Key was used with a different body within the last 24 hours. Use a new key for a new order.",
        { field: "Idempotency-Key" },
      );
    return { response: stored.response, replayed: true };
  }
}

/** What was answered under a key within its 24 hours. */
export async function findAnswer(
  ctx: AccountCtx,
  { operation, key }: Pick<Key, "operation" | "key">,
): Promise<{ response: string; fingerprint: string } | undefined> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<{ response: string; fingerprint: string }>(sql`
    select response, encode(fingerprint, 'hex') as fingerprint from idempotency_keys
     where account_id = ${accountId} and environment = ${environment} and operation = ${operation} and key = ${key}
       and created_at > ${after(ctx.clock.now(), -DAY)}`);
  return rows[0];
}
