import { decode } from "next-auth/jwt";
import { derivedKey } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";

export const sessionSecret = (): string => derivedKey("portal-sessions").export().toString("base64url");

const isSecure = (): boolean => env().publicUrl.startsWith("https:");

/** Wherever people come over https: never sent without it, and of this host alone, whatever other hosts of the domain set. */
const ownCookie = (name: string): string => `${isSecure() ? "__Host-" : ""}next-auth.${name}`;

export const sessionCookie = (): string => ownCookie("session-token");

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
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return typeof claims?.sid === "string" ? claims.sid : null;
}
