/** The right to do something once: what the HTTP kernel hands to a verb that charges. */
export type IdempotencyClaim<T> = {
  operation: string;
  key: string;
  /** SHA-256 of the body as sent, hex. */
  fingerprint: string;
  /** The answer to the caller, stored with the effect and given again on a repeat, byte for byte. */
  answer(result: T): string;
};

/** The stored answer, and whether this request made it or repeated an earlier one. */
export type Answered = { response: string; replayed: boolean };
