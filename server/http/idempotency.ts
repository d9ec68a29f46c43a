import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { fail, isServiceError } from "#server/kernel/errors.ts";
import type { Answered } from "#server/kernel/idempotency.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { ApiRequest } from "./message.ts";

const HEADER = "Idempotency-Key";
const MAX_LENGTH = 128;

export function readIdempotencyKey(request: ApiRequest): string {
  const values = request.header("idempotency-key");
  if (values.length === 0 || values[0] === "")
    fail(
      "validation_error",
      `The header ${HEADER} is required: a text of your own, new for each purchase, at most ${MAX_LENGTH} characters.`,
      { field: HEADER },
    );
  if (values.length > 1) fail("validation_error", `The header ${HEADER} was sent more than once.`, { field: HEADER });
  if (values[0]!.length > MAX_LENGTH)
    fail(
      "validation_error",
      `The header ${HEADER} has ${values[0]!.length} characters; at most ${MAX_LENGTH} are allowed.`,
      { field: HEADER },
    );
  return values[0]!;
}

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
 * Runs a purchase. When it is refused (the price has moved, the package is gone), the answer stored under the key counts
 * all the same: a repeat of what once succeeded never fails.
 */
export async function purchaseOnce(ctx: AccountCtx, key: Key, purchase: () => Promise<Answered>): Promise<Answered> {
  try {
    return await purchase();
  } catch (refusal) {
    if (!isServiceError(refusal)) throw refusal;
    const stored = await findStored(ctx, key);
    if (!stored) throw refusal;
    if (stored.fingerprint !== key.fingerprint)
      fail(
        "conflict",
        `This ${HEADER} was used with a different body within the last 24 hours. Use a new key for a new order.`,
        { field: HEADER },
      );
    return { response: stored.response, replayed: true };
  }
}

async function findStored(
  ctx: AccountCtx,
  { operation, key }: Key,
): Promise<{ response: string; fingerprint: string } | undefined> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<{ response: string; fingerprint: string }>(sql`
    select response, encode(fingerprint, 'hex') as fingerprint from idempotency_keys
     where account_id = ${accountId} and environment = ${environment} and operation = ${operation} and key = ${key}
       and created_at > ${after(ctx.clock.now(), -DAY)}`);
  return rows[0];
}
