import type { KeyObject } from "node:crypto";
import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { isHome, thisCell } from "#server/kernel/cell.ts";
import { acceptedKeys, derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";

const toSecret = (key: KeyObject): string => key.export().toString("base64url");

/** What new cookies are made with. */
export const sessionSecret = (): string => toSecret(derivedKey("portal-sessions"));

/** What forms are protected by: the same in all cells, since one gives out the form that another answers. */
export const formSecret = (): string => {
  const { cell } = env();
  return cell ? hmacSha256(cell.secret, "portal-forms").toString("base64url") : sessionSecret();
};

/** How each of our cookies begins: the one algorithm. The library reads any other that a cookie names, such as ten thousand rounds of a hash. */
const OURS = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..`;

/** What a cookie says, under whichever key that is accepted; null when we made it under none of them. */
export async function readToken({ token, salt }: Omit<JWTDecodeParams, "secret">): Promise<JWT | null> {
  if (!token?.startsWith(OURS)) return null;
  for (const key of acceptedKeys("portal-sessions")) {
    const claims = await decode({ token, salt, secret: toSecret(key) }).catch(() => null);
    if (claims) return claims;
  }
  return null;
}

const isSecure = (): boolean => env().publicUrl.startsWith("https:");

/** Wherever people come over https: never sent without it, and of this host alone, whatever other hosts of the domain set. */
export const hostCookie = (name: string): string => `${isSecure() ? "__Host-" : ""}${name}`;

const ownCookie = (name: string): string => hostCookie(`next-auth.${name}`);

export const sessionCookie = (): string => ownCookie("session-token");

type Kept = { seconds: number; sameSite: "Lax" | "Strict" };

/** A `Set-Cookie` header for what no script reads. */
export const setHostCookie = (name: string, value: string, { seconds, sameSite }: Kept): string =>
  `${hostCookie(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure() ? "; Secure" : ""}`;

/** In which cell somebody is signed in, for the cells that do not know the session. */
export const cellCookie = (): string => hostCookie("cell");

/** Longer than any session: without it a session is taken for home's. */
const CELL_KEPT_S = 365 * 86_400;

export const keepCell = (name: string): string =>
  setHostCookie("cell", name, { seconds: CELL_KEPT_S, sameSite: "Lax" });
const dropCell = (): string => setHostCookie("cell", "", { seconds: 0, sameSite: "Lax" });

/** What a sign-in here leaves with the browser, where there are cells. */
export const cellAfterSignIn = (): string[] =>
  thisCell() === null ? [] : [isHome() ? dropCell() : keepCell(thisCell()!)];
export const cellAfterSignOut = (): string[] => (thisCell() === null ? [] : [dropCell()]);

const DEVICE_KEPT_S = 365 * 86_400;
/** People who share a browser are each known in it; of many the latest are. */
const MOST_DEVICES = 5;

const DEVICES = "next-auth.devices";

/** What the browser shows of the devices that people were known by in it. */
export const readDevices = (cookie: (name: string) => string | undefined): string[] =>
  (cookie(hostCookie(DEVICES)) ?? "")
    .split(".")
    .filter((token) => /^[0-9A-Za-z]{43}$/.test(token))
    .slice(0, MOST_DEVICES);

/** The header that lets the browser keep one more, the latest first. */
export function keepDevice(token: string, known: string[]): string {
  const value = [token, ...known].slice(0, MOST_DEVICES).join(".");
  return setHostCookie(DEVICES, value, { seconds: DEVICE_KEPT_S, sameSite: "Lax" });
}

/** How next-auth sets its cookies. */
export function cookieOptions() {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
  return {
    sessionToken: { name: sessionCookie(), options },
    callbackUrl: { name: ownCookie("callback-url"), options },
    csrfToken: { name: ownCookie("csrf-token"), options },
  };
}

/** The session that these cookies name, whether it is open or not; null when they name none that we made. */
export async function readSessionId(cookie: (name: string) => string | undefined): Promise<string | null> {
  const token = cookie(sessionCookie());
  if (!token) return null;
  const claims = await readToken({ token });
  return typeof claims?.sid === "string" ? claims.sid : null;
}
