import { decode } from "next-auth/jwt";
import { derivedKey } from "#server/kernel/crypto.ts";
import { env } from "#server/kernel/env.ts";

export const sessionSecret = (): string => derivedKey("portal-sessions").toString("base64url");

/** Secure cookies wherever people come over https. */
export const sessionCookie = (): string =>
  `${env().publicUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.session-token`;

/** The session that these cookies name, whether it is open or not; null when they name none that we made. */
export async function readSessionId(cookie: (name: string) => string | undefined): Promise<string | null> {
  const token = cookie(sessionCookie());
  if (!token) return null;
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return typeof claims?.sid === "string" ? claims.sid : null;
}
