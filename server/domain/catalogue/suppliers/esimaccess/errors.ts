import type { Outcome, RejectCode } from "../port.ts";
import { type NotOk, wordsOf } from "./client.ts";

type Codes = Readonly<Record<string, RejectCode>>;

/** The request was turned away before anybody looked at what it wants. */
const TURNED_AWAY: Codes = {
  "000101": "refused",
  "000102": "refused",
  "000103": "refused",
  "000104": "refused",
  "000105": "refused",
  "000106": "refused",
  "000107": "refused",
  "101001": "busy",
  "101002": "maintenance",
  "101003": "refused",
};

const NOT_FOR_SALE: Codes = {
  "200005": "price_changed",
  "200006": "price_changed",
  "200007": "supplier_funds",
  "200011": "out_of_stock",
  "310201": "package_unknown",
  "310211": "package_unknown",
  "310221": "package_unknown",
  "310231": "package_unknown",
  "310241": "package_unknown",
  "310243": "package_unknown",
};

/** What the request is about does not exist. */
const NOTHING_THERE: Codes = { "310272": "refused", "310403": "refused" };

/** The state of a thing does not allow it. */
export const WRONG_STATE = "200002";
/** Profiles are still being allocated: ask again. */
export const ALLOCATING = "200010";
/** The order number is not known. */
export const ORDER_UNKNOWN = "310272";
/** The ICCID, or the eSIM's number, is not known. */
export const ESIM_UNKNOWN = "310403";

/**
 * Codes after which the thing certainly was not done. Any other leaves it open: 000001, 200008, 200009, 310251 and
 * 900001 do not say how far the request came. A wrong state says it of a top-up only: an order that is sent again may
 * be told so because it exists already, an eSIM because it was cancelled, suspended or resumed already.
 */
const CERTAINLY_NOT = {
  order: { ...TURNED_AWAY, ...NOT_FOR_SALE },
  topup: { ...TURNED_AWAY, ...NOT_FOR_SALE, ...NOTHING_THERE, [WRONG_STATE]: "refused" },
  change: { ...TURNED_AWAY, ...NOTHING_THERE },
} satisfies Record<string, Codes>;

const ABOUT_QUESTION = new Set(["000105", "000106", "000107", ALLOCATING, ORDER_UNKNOWN, ESIM_UNKNOWN]);

/** Whether an error is about what was asked; after any other the supplier would answer nothing else either. */
export const isAboutQuestion = (code: string): boolean => ABOUT_QUESTION.has(code);

/** What an answer that is not a success means for a write. */
export function toRefusal(write: keyof typeof CERTAINLY_NOT, said: NotOk): Outcome<never> {
  const message = wordsOf(said);
  if (said.kind === "not_sent" || said.kind === "busy") return { kind: "rejected", code: said.kind, message };
  const codes: Codes = CERTAINLY_NOT[write];
  const code = said.kind === "error" && Object.hasOwn(codes, said.code) ? codes[said.code] : undefined;
  return code ? { kind: "rejected", code, message } : { kind: "unknown", message };
}
