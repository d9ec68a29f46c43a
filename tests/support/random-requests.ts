import fc from "fast-check";
import { ulid } from "#server/kernel/ids.ts";
import type { Sent } from "./api.ts";
import { allOperations } from "./field-cases.ts";
import { type Owned, SAMPLES } from "./samples.ts";

/** Everything that has ever been sent to an API by mistake or on purpose. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e300,
    -1e300,
    2 ** 53,
    -(2 ** 63),
    1e-320,
    "",
    " ",
    "NaN",
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null], { length: 1 }, { toString: 1 }, { $ne: null }, ["a", 1]),
  fc.constantFrom<unknown>("a\0b", "\ud800", "x".repeat(10_000), "9".repeat(400), "2026-02-30", "2026-13-45T25:61:61Z"),
  fc.constantFrom<unknown>(
    "'; drop table orders; --",
    "../../etc/passwd",
    "#{7*7}",
    "%00",
    "%2e%2e",
    "İ",
    "\u202e",
    "１２",
  ),
  fc.constantFrom<unknown>("*", "insufficient_balance", "B2B-1", "LED-1", "__proto__", "constructor", "toString"),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const NAMES = ["__proto__", "constructor", "toString", "amount", "price", "quantity", "", "a\0b", "x".repeat(500), "é"];
const fieldName = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 20 }));

const rawBody = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "{",
    "null",
    "[]",
    "{}{}",
    "NaN",
    "-",
    '{"a":NaN}',
    '{"a":1,"a":2}',
    "\ufeff{}",
    "[".repeat(60_000),
  ),
  fc.constantFrom<unknown>(
    `{"package_code":"x","amount":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
    `{"package_code":"x","price":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`,
    '{"__proto__":{"package_id":"x"}}',
    '{"package_id":"\\ud800"}',
    '{"quantity":1e999}',
    '{"quantity":-0}',
  ),
  fc.constant<unknown>(Buffer.alloc(10 * 1024 * 1024, 0x20)),
  fc.uint8Array({ maxLength: 200 }).map((bytes): unknown => Buffer.from(bytes)),
);

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "text/plain",
  "",
  "application/json, application/json",
  "multipart/form-data",
];
const headerText = fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, "~").trim());
const headers = fc.dictionary(
  fc.constantFrom(
    "idempotency-key",
    "x-api-key",
    "authorization",
    "x-svc-timestamp",
    "x-svc-request-id",
    "x-svc-signature",
    "x-forwarded-for",
    "content-length",
  ),
  fc.oneof(headerText, fc.array(headerText, { minLength: 2, maxLength: 3 })),
  { maxKeys: 2 },
);

const pathValue = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1e3",
    "9".repeat(25),
    "%00",
    "%ff",
    "%",
    "%2e%2e",
    "..",
    "%2f",
    "8999901000000000000",
    "B2B-1",
    "1",
    "2",
    "3",
    "9".repeat(10_000),
  ),
  fc.string({ minLength: 1, maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const queryName = fc.constantFrom(
  "limit",
  "offset",
  "before_id",
  "cursor",
  "status",
  "provider",
  "q",
  "region",
  "country",
  "type",
  "min_data_mb",
  "max_days",
  "unlimited",
  "updated_since",
  "__proto__",
  "no_such",
);
const queryText = fc.oneof(
  nasty
    .map((value) => (typeof value === "string" ? value : String(JSON.stringify(value))))
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    "%ff",
    "%",
    "%zz",
    "+",
    "=",
    "1&limit=2",
    "2026-11-20T13:00:00+00:00",
    "2026-11-20T13:00:00 00:00",
    "true",
    "1",
    "ready",
    "delivered",
  ),
);

type Recipe = {
  foreign: boolean;
  path: string | null;
  query: [string, string][];
  fields: [string, unknown][];
  raw: unknown;
  headers: Record<string, string | string[]>;
  contentType: string | null;
  method: string | null;
};

/** Once in `n` times, else null: most of a request is right. */
const onceIn = <T>(n: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const recipe = fc.record<Recipe>({
  foreign: fc.boolean(),
  path: onceIn(6, pathValue),
  query: fc.array(fc.tuple(queryName, queryText), { maxLength: 3 }),
  fields: fc.array(fc.tuple(fieldName, nasty), { maxLength: 3 }),
  raw: onceIn(6, rawBody),
  headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  contentType: onceIn(8, fc.constantFrom(...CONTENT_TYPES)),
  method: onceIn(30, fc.constantFrom("PUT", "DELETE", "HEAD", "TRACE", "get", "")),
});

/** A request to some operation, right in most of its parts and wrong in some. */
export const randomRequest: fc.Arbitrary<{ id: string; mutation: Recipe; slots: number[] }> = fc.record({
  id: fc.constantFrom(...allOperations.map(([id]) => id)),
  mutation: recipe,
  /** Which of the sample's own fields the wrong values go to. */
  slots: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
});

export function toSent(
  { id, mutation, slots }: { id: string; mutation: Recipe; slots: number[] },
  owned: Owned,
  others: Owned,
): Omit<Sent, "key"> {
  const [, operation] = allOperations.find(([name]) => name === id)!;
  const sample = SAMPLES[id]!(mutation.foreign ? others : owned);
  const declared = Object.keys(operation.body?.shape ?? {});
  const path = mutation.path === null ? sample.path : operation.path.replace(/\{\w+\}/, mutation.path);
  const query = mutation.query.map(([name, value]) => `${name}=${value}`).join("&");
  const body: Record<string, unknown> = { ...(sample.body as object) };
  mutation.fields.forEach(([name, value], i) => {
    // Most wrong values go where a right one is expected.
    const field = declared.length > 0 && slots[i]! > 3 ? declared[slots[i]! % declared.length]! : name;
    Object.defineProperty(body, field, { value, enumerable: true, configurable: true, writable: true });
  });
  return {
    method: mutation.method ?? sample.method,
    path: query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path,
    headers: {
      ...(sample.headers?.["Idempotency-Key"] && { "idempotency-key": ulid() }),
      ...mutation.headers,
      ...(mutation.contentType !== null && { "content-type": mutation.contentType }),
    },
    ...(operation.body && { body: mutation.raw ?? body }),
    ...(!operation.body && mutation.raw !== null && { body: mutation.raw }),
  };
}
