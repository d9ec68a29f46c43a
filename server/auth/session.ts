import { findSession, type SessionPerson } from "#server/domain/people/staff/index.ts";
import { database } from "#server/kernel/db.ts";
import { readSessionId } from "./cookie.ts";

/** Who sent these cookies, as the database knows them now; null for a visitor and for a session that was ended. */
export async function findPerson(cookie: (name: string) => string | undefined): Promise<SessionPerson | null> {
  const sessionId = await readSessionId(cookie);
  return sessionId === null ? null : await findSession(database(), sessionId, new Date());
}
