import type { Prisma } from "#generated/prisma/client.ts";

/** What PostgreSQL can keep of a text that may hold anything: no NUL, no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

/**
 * JSON as the parameter of a statement, with every text in it storable, names too. `JSON.stringify` writes a NUL and a lone
 * half as escapes, which PostgreSQL refuses, and with them the whole statement.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Escapes are read in their order, so that an escaped backslash before "u0000" is not taken for the beginning of one.
  return json.includes("\\u")
    ? json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (found) => (found.length > 2 ? "\ufffd" : found))
    : json;
}

/** The same as a value for a column of JSON that a model writes. */
export const storableData = (value: object): Prisma.InputJsonValue => JSON.parse(storableJson(value));
