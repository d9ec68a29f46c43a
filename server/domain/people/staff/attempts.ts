import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, HOUR, inWords, MINUTE, SECOND } from "#server/kernel/time.ts";
import { hashSecret } from "./person.ts";

/** Attempts in a row, and the waits that follow, one after each further one. */
const FREE_ATTEMPTS = 5;
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const FORGOTTEN_AFTER = 24 * HOUR;

/** One guess at something, counted before it is looked at. */
export type Attempt = { subject: Uint8Array<ArrayBuffer>; count: number };

const subjectOf = (guessedAt: string) => hashSecret(`sign-in:${guessedAt}`);

/** The wait after so many attempts, as a time; null while more are free. */
const lockAfter = (count: ReturnType<typeof sql>, now: Date) => sql`
  case when ${count} < ${FREE_ATTEMPTS}::int then null
       else ${now}::timestamptz + make_interval(secs => (${WAITS.map((wait) => wait / SECOND)}::int[])[least(${count} - ${FREE_ATTEMPTS - 1}::int, ${WAITS.length}::int)]) end`;

/**
 * Takes one of the attempts in a single statement, before a password or code is checked: of any number at the same time
 * only the free ones are looked at. Null while there is a wait.
 */
export async function takeAttempt(ctx: Ctx, guessedAt: string): Promise<Attempt | null> {
  const now = ctx.clock.now();
  const subject = subjectOf(guessedAt);
  const next = sql`case when f.last_at < ${after(now, -FORGOTTEN_AFTER)} then 1 else f.count + 1 end`;
  const [taken] = await ctx.db.query<{ count: number }>(sql`
    insert into sign_in_failures as f (subject, count, last_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set last_at = ${now}, count = ${next}, locked_until = ${lockAfter(next, now)}
     where f.locked_until is null or f.locked_until <= ${now}
    returning count`);
  return taken ? { subject, count: taken.count } : null;
}

/** The same, with the wait said where there is one. @param what what is open again after it */
export async function reserveAttempt(ctx: Ctx, guessedAt: string, what: string): Promise<Attempt> {
  const taken = await takeAttempt(ctx, guessedAt);
  if (taken) return taken;
  const now = ctx.clock.now();
  const row = await ctx.db.prisma.signInFailure.findUnique({ where: { subject: subjectOf(guessedAt) } });
  const waitMs = Math.max((row?.lockedUntil?.getTime() ?? 0) - now.getTime(), SECOND);
  const wait = waitMs < MINUTE ? inWords(waitMs) : inWords(waitMs + MINUTE - 1);
  return fail("rate_limit_exceeded", `Too many failed attempts. ${what} is open again in ${wait}.`, {
    retry_after_s: Math.ceil(waitMs / SECOND),
  });
}

/** It was the right one: those before it are forgotten. */
export async function forgetAttempts(ctx: Ctx, { subject }: Pick<Attempt, "subject">): Promise<void> {
  await ctx.db.prisma.signInFailure.deleteMany({ where: { subject } });
}

export const forgetAttemptsAt = (ctx: Ctx, guessedAt: string): Promise<void> =>
  forgetAttempts(ctx, { subject: subjectOf(guessedAt) });

/** It was no guess: as if it had not been made. A wait that others caused stays. */
export async function releaseAttempt(ctx: Ctx, { subject, count }: Attempt): Promise<void> {
  await ctx.db.query(sql`
    update sign_in_failures f set count = f.count - 1,
           locked_until = case when f.count = ${count}::int or f.count <= ${FREE_ATTEMPTS}::int then null else f.locked_until end
     where subject = ${subject} and f.count > 0`);
}
