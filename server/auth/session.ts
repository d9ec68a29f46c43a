import { decode } from "next-auth/jwt";
import { findSession, type SessionPerson } from "#server/domain/staff/index.ts";
import { database } from "#server/kernel/db.ts";
import { sessionCookie, sessionSecret } from "./options.ts";

/** Who sent these cookies, as the database knows them now; null for a visitor and for a session that was ended. */
export async function findPerson(cookie: (name: string) => string | undefined): Promise<SessionPerson | null> {
  const token = cookie(sessionCookie());
  if (!token) return null;
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return typeof claims?.sid === "string" ? await findSession(database(), claims.sid, new Date()) : null;
}
