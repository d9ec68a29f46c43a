import { ZodError } from "zod";
import { noteWritten, type SessionPerson } from "#server/domain/people/staff/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { type Replica, replica } from "#server/kernel/replica.ts";

type Reader = Ctx & { person: SessionPerson };

/** The replica, where it has all that the reader's session has changed. */
export function replicaFor({ person }: Reader): Replica | null {
  const there = replica();
  return there?.has(person.writtenLsn) ? there : null;
}

/** Reads at the replica if it may, and what fails there for another reason than a refusal at the primary. */
export async function reading<C extends Reader, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const there = replicaFor(ctx);
  if (!there) return await work(ctx);
  try {
    return await work({ ...ctx, db: there.db });
  } catch (error) {
    if (isServiceError(error) || error instanceof ZodError) throw error;
    failedThere(there, error as Error, "a report");
    return await work(ctx);
  }
}

export function failedThere(there: Replica, error: Error, what: string): void {
  log().warn({ what, error: error.message }, "the replica did not answer: the primary is asked");
  there.doubt(error);
}

/** After a change: until the replica has it, this session reads from the primary. */
export async function noteChange({ sessionId }: SessionPerson): Promise<void> {
  if (!replica()) return;
  // What was changed is changed: a list that is seconds old is the lesser evil.
  await noteWritten(database(), sessionId).catch((error: Error) =>
    log().error({ error: error.message }, "it was not noted what a session changed: its lists may be a little old"),
  );
}
