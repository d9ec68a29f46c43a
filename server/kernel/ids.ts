import { randomInt } from "node:crypto";
import { ulid as makeUlid } from "ulid";

/**
 * 26 characters, sorted by the millisecond, for what is named and printed; nothing is opened by one. Each has its own 80
 * bits from the system's generator: one that was seen says nothing about the ones before and after it.
 */
export const ulid = (): string => makeUlid(undefined, () => randomInt(2 ** 32) / 2 ** 32);

export const newRequestId = () => `req_${ulid()}`;
export const newEventId = () => `evt_${ulid()}`;
export const newQuoteId = () => `qt_${ulid()}`;

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Crockford's alphabet: no I, L, O, U, so that codes can be read aloud. */
export const READABLE = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const randomBase62 = (length: number): string => draw(BASE62, length);

/** `K3M2-PQ97-7HXW`: a code to be kept on paper, 60 bits. */
export const newRecoveryCode = (): string => [4, 4, 4].map((length) => draw(READABLE, length)).join("-");

/** `ACC-7K3M2PQ9` */
export const newAccountCode = (): string => `ACC-${draw(READABLE, 8)}`;

/** `FND-7K3M2PQ9`: what a bank transfer carries. */
export const newFundingReference = (): string => `FND-${draw(READABLE, 8)}`;

/** ` k3m2-pq97 ` → `K3M2PQ97`: as such a code was typed or read out, with what is often taken for its letters. */
export const readReadable = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

function draw(alphabet: string, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** Order references are `B2B-` and the order's id; null when the text is not one. */
export const orderReference = (id: number): string => `B2B-${id}`;
export const parseOrderReference = (text: string): number | null => numericId(/^B2B-([1-9]\d{0,14})$/.exec(text)?.[1]);

/** Ledger references are `LED-` and the entry's id. */
export const ledgerReference = (id: number): string => `LED-${id}`;

/** A positive decimal integer that a bigint column can hold exactly in a JavaScript number; null otherwise. */
export function numericId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
