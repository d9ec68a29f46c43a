import { derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";

/** Both drawn by us: what the browser keeps in a cookie, and what is in the page that was sent. */
export type Attempt = { browser: string; form: string };

/**
 * The same browser, page and input is the same purchase, such as a second click. Anything else is another one: a form that
 * was seen, or sent with another address, leads to nobody else's page. Kept as a hash, since it is looked up by it.
 */
export const hashAttempt = ({ browser, form }: Attempt, input: unknown[]): string =>
  hmacSha256(derivedKey("storefront-links"), `attempt:${JSON.stringify([browser, form, ...input])}`).toString(
    "base64url",
  );
