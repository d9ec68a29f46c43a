import type { Outcome, RejectCode } from "../port.ts";
import type { NotOk } from "./client.ts";

/** Refusals carry no code: what they are about is in their words. The first that fits counts. */
const WORDS: [RegExp, RejectCode][] = [
  [/balance|funds|credit/i, "supplier_funds"],
  [/out of stock|stock|no esims? available/i, "out_of_stock"],
  [/maintenance/i, "maintenance"],
  [
    /(bundle|item).*(not found|not exist|unknown|invalid|not available)|(no such|unknown|invalid) (bundle|item)/i,
    "package_unknown",
  ],
];

/** Why it says that it refuses. */
export const rejectCode = (message: string): RejectCode =>
  WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? "refused";

export const wordsOf = (said: NotOk): string =>
  said.kind === "error" ? `HTTP ${said.status} ${said.message}` : said.message;

/**
 * What an answer that is not a success means for a write: only the supplier's own refusal makes it certain.
 *
 * @param codeOf what its words mean, where they are those of a shop
 */
export function toRefusal(said: NotOk, codeOf: (message: string) => RejectCode = () => "refused"): Outcome<never> {
  const message = wordsOf(said);
  switch (said.kind) {
    case "not_sent":
    case "busy":
      return { kind: "rejected", code: said.kind, message };
    case "error":
      return { kind: "rejected", code: said.status === 400 ? codeOf(said.message) : "refused", message };
    default:
      return { kind: "unknown", message };
  }
}

/** Of something that changes nothing: whatever came of it, the write that it was to prepare was not sent. */
export function toRefusalBefore(said: NotOk, codeOf?: (message: string) => RejectCode): Outcome<never> {
  const outcome = toRefusal(said, codeOf);
  return outcome.kind === "unknown" ? { kind: "rejected", code: "not_sent", message: outcome.message } : outcome;
}

export const unknown = (said: NotOk): { kind: "unknown"; message: string } => ({
  kind: "unknown",
  message: wordsOf(said),
});

/** What was asked about is not there. The same 403 is given for what is not ours and for a key that does not hold. */
export const isGone = (said: NotOk): boolean =>
  said.kind === "error" &&
  (said.status === 403 ||
    said.status === 404 ||
    said.status === 410 ||
    (said.status === 400 && NOTHING.test(said.message)));

const NOTHING = /not found|not exist|no such|unknown|not accessible|invalid (iccid|order|reference)/i;
