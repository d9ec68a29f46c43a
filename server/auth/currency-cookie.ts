import { DAY, SECOND } from "#server/kernel/time.ts";
import { hostCookie, setHostCookie } from "./cookie.ts";

const COOKIE = "shop-currency";
/** Its value is the currency and nothing else: no more than a page's address would say. */
const KEPT = { seconds: (30 * DAY) / SECOND, sameSite: "Lax" } as const;

/** In which currency this browser wants to see prices, as it says; whether there are any in it is the shop's to know. */
export const chosenCurrency = (cookie: (name: string) => string | undefined): string | undefined =>
  cookie(hostCookie(COOKIE));

/** The header of a request that says so. */
export const sayCurrency = (currency: string): string => `${hostCookie(COOKIE)}=${currency}`;

export const keepCurrency = (currency: string): string => setHostCookie(COOKIE, currency, KEPT);

export const dropCurrency = (): string => setHostCookie(COOKIE, "", { ...KEPT, seconds: 0 });
