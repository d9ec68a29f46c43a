import { type Answer, json } from "../http.ts";

const REASONS = {
  11: "The credit of the partner is not enough for this order.",
  13: "The operator is in maintenance. Please try again later.",
  23: "The operator has disabled top-ups for this eSIM.",
  33: "There are not enough eSIMs in stock for this package.",
  34: "The package is invalid or out of stock.",
  43: "The request is not valid.",
  53: "Something unexpected happened.",
  73: "The eSIM has been recycled.",
} as const;

export type RefusalCode = keyof typeof REASONS;

/** Thrown where an operation finds that it must not happen. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

export const reasonOf = (code: RefusalCode): string => REASONS[code];

export const refused = (code: RefusalCode): Answer => json({ code, reason: REASONS[code] }, 422);

export const notFound = (): Answer => json({ data: [], meta: { message: "Not found" } }, 404);

export function refuse(code: RefusalCode): never {
  throw new Refusal(REASONS[code], refused(code));
}

export function refuseField(field: string, text: string): never {
  throw new Refusal(text, json({ data: { [field]: text }, meta: { message: "the parameter is invalid" } }, 422));
}

export function refuseUnknown(): never {
  throw new Refusal("not found", notFound());
}

export const SERVER_ERROR: Answer = json({ message: "Server Error" }, 500);
export const TOO_MANY: Answer = { ...json({ message: "Too Many Attempts." }, 429), headers: { "retry-after": "60" } };
export const UNAUTHENTICATED: Answer = json({ message: "Unauthenticated." }, 401);
