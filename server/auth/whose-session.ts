import { setTimeout as sleep } from "node:timers/promises";
import { whoseSession } from "#server/domain/people/staff/index.ts";
import { database } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { readSessionId } from "./cookie.ts";

/** Signing out is in force for pages and calls at once; for how they are counted, after so long. */
const HELD_FOR = 10 * SECOND;
const MOST_HELD = 10_000;
/** What is held in memory is answered without the database, also to who is signed in. */
const ANSWER_WITHIN_MS = 500;

type Known = { userId: Promise<number | null>; until: number };

const known = () => processSingleton("session-owners", () => new Map<string, Known>());

/**
 * Whose open session these cookies name, as it was at most ten seconds ago; null for strangers. A cookie outlives its session by
 * up to two weeks. Everybody is a stranger for as long as the database does not say it.
 */
export async function whoAsks(cookie: (name: string) => string | undefined): Promise<number | null> {
  const sessionId = await readSessionId(cookie);
  if (sessionId === null) return null;
  const held = known().get(sessionId);
  if (held && held.until > performance.now()) return await held.userId;
  const keep = (userId: Promise<number | null>) => {
    if (known().size >= MOST_HELD) known().clear();
    known().set(sessionId, { userId, until: performance.now() + HELD_FOR });
    return userId;
  };
  const found = whoseSession(database(), sessionId, new Date()).then(
    (userId) => keep(Promise.resolve(userId)),
    () => {
      known().delete(sessionId);
      return null;
    },
  );
  return await keep(Promise.race([found, sleep(ANSWER_WITHIN_MS, null, { ref: false })]));
}
