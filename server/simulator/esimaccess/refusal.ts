import { type Answer, json } from "../http.ts";

const TEXTS = {
  "000001": "server error",
  "000101": "The mandatory header RT-AccessCode is missing",
  "000103": "The HTTP method is not supported",
  "000104": "The request body is not valid JSON",
  "000105": "A mandatory parameter is missing",
  "000106": "A parameter is null or has the wrong form",
  "000107": "The length of a parameter is out of range",
  "200002": "The operation is not allowed in the current state",
  "200005": "The package price is wrong",
  "200006": "The total amount is wrong",
  "200007": "The account balance is insufficient",
  "200008": "The order parameters are wrong",
  "200010": "Profiles are being allocated for the order",
  "200011": "There are not enough profiles in stock",
  "310241": "The package code does not exist",
  "310243": "The package does not exist",
  "310272": "The order number does not exist",
  "310403": "The ICCID is not in the order",
  "900001": "The system is busy, please try again later",
} as const;

export type RefusalCode = keyof typeof TEXTS;

/** Thrown where an operation finds that it must not happen. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, detail?: string) {
    super(detail ? `${TEXTS[code]}: ${detail}` : TEXTS[code]);
    this.code = code;
  }
}

export function refuse(code: RefusalCode, detail?: string): never {
  throw new Refusal(code, detail);
}

export const granted = (obj: object): Answer => json({ success: true, errorCode: "0", errorMsg: null, obj });

export const refused = ({ code, message }: Refusal, status = 200): Answer =>
  json({ success: false, errorCode: code, errorMsg: message, obj: null }, status);
