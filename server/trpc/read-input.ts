import { TRPCError } from "@trpc/server";
import superjson from "superjson";

/** What pages send that JSON has no form for. */
const KINDS: readonly unknown[] = ["undefined", "Date", "number"];
/** No declared input is nested deeper (`kernel/plain-text.ts`). */
const DEEPEST = 12;
const LONGEST_PATH = 500;

/**
 * A call's input, as it was before it travelled: JSON, and beside it which of its values were something else. Strangers write that as
 * well. Of all that could be made of it (arrays of any length, expressions, sets whose members are counted through, things that hold
 * themselves) only what pages send is made.
 */
export function readInput(sent: unknown): unknown {
  const { json, meta } = Object(sent) as { json?: unknown; meta?: unknown };
  const { values, v } = Object(meta) as { values?: unknown; v?: unknown };
  if (values === undefined) return json;
  if (!isOurs(values)) return refuse();
  try {
    // What stands in several places is written out in each: that it was one thing is left out.
    return superjson.deserialize({ json, meta: { values, v } } as never, { inPlace: true });
  } catch {
    return refuse();
  }
}

/** Either a kind, for the whole, or more of the same by the places within it. */
function isOurs(values: unknown, depth = 0): boolean {
  if (Array.isArray(values)) return values.length === 1 && KINDS.includes(values[0]);
  if (typeof values !== "object" || values === null) return false;
  return Object.entries(values).every(([path, part]) => {
    const deeper = depth + path.slice(0, LONGEST_PATH).split(".").length;
    return path.length <= LONGEST_PATH && deeper <= DEEPEST && isOurs(part, deeper);
  });
}

const refuse = (): never => {
  throw new TRPCError({ code: "BAD_REQUEST", message: "This is not written as our pages write it." });
};
