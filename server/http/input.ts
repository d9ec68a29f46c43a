import { z } from "zod";
import { fail } from "#server/kernel/errors.ts";
import { requirePlainText } from "#server/kernel/plain-text.ts";
import type { ApiRequest } from "./message.ts";

export const MAX_BODY_BYTES = 64 * 1024;

/**
 * The body's JSON; `{}` when none was sent.
 *
 * @param bytes null when there are too many: what is not JSON is told that first, as of every size
 */
export function parseBody(request: ApiRequest, bytes: Buffer | null): unknown {
  if (bytes?.length === 0) return {};
  const contentType = request.header("content-type");
  if (contentType.length !== 1 || contentType[0]!.split(";")[0]!.trim().toLowerCase() !== "application/json")
    fail(
      "unsupported_media_type",
      `The body must be sent with Content-Type: application/json, not ${contentType.join(", ") || "without one"}.`,
    );
  const encoding = request.header("content-encoding").join(", ");
  if (encoding !== "" && encoding.toLowerCase() !== "identity")
    fail(
      "unsupported_media_type",
      `The body must be sent as it is, not with Content-Encoding: ${encoding.slice(0, 60)}.`,
    );
  if (bytes === null) return bodyTooLarge();
  const text = decode(bytes);
  if (text === null) return fail("bad_request", "The body is not UTF-8. Encode the JSON as UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(
      "bad_request",
      `The body is not valid JSON: ${(error as Error).message.replace(/\s+/g, " ").slice(0, 200)}.`,
    );
  }
  const field = repeatedField(text);
  if (field !== null) fail("validation_error", `${field} was sent more than once.`, { field });
  return value;
}

type Open = { seen?: Set<string>; field: string };

/**
 * A field that valid JSON has twice in one object: of two caps on a price the last would hold, and another program reads the first.
 * By its way from the whole, since the arguments of a tool stand further in.
 */
function repeatedField(json: string): string | null {
  const open: Open[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") open.push({ field: "" });
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const around = open.at(-1)!;
      around.field = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      around.seen ??= new Set();
      if (around.seen.has(around.field)) return nameOf(open);
      around.seen.add(around.field);
    }
  }
  return null;
}

const nameOf = (open: Open[]): string =>
  open
    .slice(0, 10)
    .flatMap(({ field }) => field || [])
    .join(".")
    .slice(0, 60);

/** Null when it is not UTF-8. A byte order mark is left out. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function bodyTooLarge(): never {
  return fail("validation_error", `The body is larger than ${MAX_BODY_BYTES / 1024} KiB.`, { field: "body" });
}

/** The first fault becomes a `validation_error` that names the field. */
export function check<S extends z.ZodType>(schema: S, value: unknown, whole: string): z.output<S> {
  requirePlainText(value, whole);
  const parsed = schema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A field of another name first: who writes packageId is not told that package_id is missing alone.
  const issue = innermost(issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]!);
  if (issue.code === "unrecognized_keys") {
    const [field = whole] = issue.keys;
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    return fail(
      "validation_error",
      `Unknown field "${field.slice(0, 60)}". ${known.length ? `Known fields: ${known.join(", ")}.` : "This request has no fields."}`,
      { field: field.slice(0, 60) },
    );
  }
  const field = issue.path.join(".") || whole;
  const at = issue.path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
  const missing = issue.code === "invalid_type" && at === undefined;
  return fail("validation_error", missing ? `${field} is required.` : `${field} ${inWords(issue, at)}.`, { field });
}

/** Of a field that may also be cleared: what is wrong with it as a value. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function inWords(issue: z.core.$ZodIssue, sent: unknown): string {
  if (issue.code === "invalid_type") return `must be ${article(issue.expected)}, not ${kindOf(sent)}`;
  return issue.message.startsWith("must") ? issue.message : `is invalid: ${issue.message}`;
}

/** As JSON calls it. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  // 1e400, which JSON allows, and no number here holds.
  if (typeof value === "number" && !Number.isFinite(value)) return "one that is too large to be read";
  return article(Array.isArray(value) ? "array" : typeof value);
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** Each parameter once; one that is not declared is ignored. */
export function readQuery(params: URLSearchParams, schema: z.ZodObject): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const all = params.getAll(name);
    if (all.length > 1) fail("validation_error", `${name} was sent more than once.`, { field: name });
    // What stands for bytes that are no letter: the text that was meant is lost, and nothing would be found by it.
    if (all[0]?.includes("\uFFFD"))
      fail("validation_error", `${name} must be UTF-8, percent-encoded.`, { field: name });
    if (all.length === 1) values[name] = all[0]!;
  }
  return values;
}

export const MAX_KEY_LENGTH = 128;

export function readIdempotencyKey(request: ApiRequest): string {
  const values = request.header("idempotency-key");
  if (values.length === 0 || values[0] === "")
    fail(
      "validation_error",
      `The header Idempotency-Key is required: a text of your own, new for each purchase, at most ${MAX_KEY_LENGTH} characters.`,
      { field: "Idempotency-Key" },
    );
  if (values.length > 1)
    fail("validation_error", `The header Idempotency-Key was sent more than once.`, { field: "Idempotency-Key" });
  if (values[0]!.length > MAX_KEY_LENGTH)
    fail(
      "validation_error",
      `The header Idempotency-Key has ${values[0]!.length} characters; at most ${MAX_KEY_LENGTH} are allowed.`,
      { field: "Idempotency-Key" },
    );
  return values[0]!;
}
