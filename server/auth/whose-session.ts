import { whoseSession } from "#server/domain/people/staff/index.ts";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import { database } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { readSessionId } from "./cookie.ts";

/** Signing out is in force for pages and calls at once; for how they are counted, after so long. */
const HELD_FOR = 10 * SECOND;
const MOST_HELD = 10_000;

type Known = { userId: Promise<number | null>; until: number };

const known = () => processSingleton("session-owners", () => new Map<string, Known>());

/**
 * Whose open session these cookies name, as it was at most ten seconds ago; null for strangers. A cookie outlives its session by
 * up to two weeks. While the database cannot be asked everybody is a stranger.
 */
export async function whoAsks(cookie: (name: string) => string | undefined): Promise<number | null> {
  const sessionId = await readSessionId(cookie);
  if (sessionId === null) return null;
  const now = new Date();
  const held = known().get(sessionId);
  if (held && held.until > now.getTime()) return await held.userId;
  if (known().size >= MOST_HELD) known().clear();
  const userId = whoseSession(database(), sessionId, now).catch((error) => {
    known().delete(sessionId);
    if (isDatabaseDown(error)) return null;
    throw error;
  });
  known().set(sessionId, { userId, until: now.getTime() + HELD_FOR });
  return await userId;
}
