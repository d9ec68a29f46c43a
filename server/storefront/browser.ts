import { cookies } from "next/headers";
import { hostCookie, setHostCookie } from "#server/auth/cookie.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { HOUR, SECOND } from "#server/kernel/time.ts";

const BROWSER = "shop-browser";
/** Longer than a payment page is open. */
const KEPT = { seconds: (3 * HOUR) / SECOND, sameSite: "Lax" } as const;

const orderCookie = (checkoutId: number | string) => `shop-order-${checkoutId}`;

const readCookie = async (name: string): Promise<string | null> => {
  const value = (await cookies()).get(hostCookie(name))?.value ?? "";
  return /^[0-9A-Za-z]{43}$/.test(value) ? value : null;
};

/** What tells this browser from every other while it buys; a browser without cookies is a new one each time. */
export const readBrowser = async (): Promise<string> => (await readCookie(BROWSER)) ?? randomBase62(43);

/** For a page that can be paid from, in a browser that has none yet. */
export const browserCookie = (has: (name: string) => boolean): string | null =>
  has(hostCookie(BROWSER)) ? null : setHostCookie(BROWSER, randomBase62(43), KEPT);

/** The link of a purchase stays with the browser that began it: the address that the provider leads back to has none. */
export const rememberOrder = (checkoutId: number | string, token: string): string =>
  setHostCookie(orderCookie(checkoutId), token, KEPT);

export const recallOrder = (checkoutId: string): Promise<string | null> => readCookie(orderCookie(checkoutId));
