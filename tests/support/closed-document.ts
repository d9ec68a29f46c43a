import type { Json } from "#server/http/openapi/json.ts";

/**
 * The document as strict with our own answers as it is with requests: in public answers are open for fields that come
 * later, and one of ours that it does not describe is a mistake.
 */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, KEEPS.has(key) ? value : closed(value)]),
  );
  return (isOpenObject(copy) ? { ...copy, additionalProperties: false } : copy) as T;
}

/** What shows values, not schemas. */
const KEEPS = new Set(["example", "examples"]);

const isOpenObject = (schema: Json): boolean =>
  schema.type === "object" && typeof schema.properties === "object" && !("additionalProperties" in schema);
