import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, HOUR, inWords, MINUTE, SECOND } from "#server/kernel/time.ts";
import { hashSecret } from "./person.ts";

/** Attempts that are free, and the waits that follow, one after each further failure. */
const FREE_ATTEMPTS = 5;
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const FORGOTTEN_AFTER = 24 * HOUR;

const subjectOf = (email: string) => Buffer.from(hashSecret(`sign-in:${email}`));

/** Refuses while an address has to wait, whether anybody has it or not. */
export async function checkLockout(ctx: Ctx, email: string): Promise<void> {
  const now = ctx.clock.now();
  const [row] = await ctx.db.query<{ lockedUntil: Date }>(sql`
    select locked_until as "lockedUntil" from sign_in_failures where subject = ${subjectOf(email)} and locked_until > ${now}`);
  if (!row) return;
  const waitMs = row.lockedUntil.getTime() - now.getTime();
  const wait = waitMs < MINUTE ? inWords(Math.max(waitMs, SECOND)) : inWords(waitMs + MINUTE - 1);
  fail("rate_limit_exceeded", `Too many failed attempts. Sign-in for this address is open again in ${wait}.`, {
    retry_after_s: Math.ceil(waitMs / SECOND),
  });
}

/** Counts a failure in one statement, so that attempts made at the same time all count. */
export async function countFailure(ctx: Ctx, email: string): Promise<void> {
  const now = ctx.clock.now();
  const { count } = one(
    await ctx.db.query<{ count: number }>(sql`
      insert into sign_in_failures (subject, count, last_at) values (${subjectOf(email)}, 1, ${now})
      on conflict (subject) do update set last_at = excluded.last_at,
        count = case when sign_in_failures.last_at < ${after(now, -FORGOTTEN_AFTER)} then 1 else sign_in_failures.count + 1 end
      returning count`),
  );
  if (count < FREE_ATTEMPTS) return;
  const wait = WAITS[Math.min(count - FREE_ATTEMPTS, WAITS.length - 1)]!;
  await ctx.db.query(
    sql`update sign_in_failures set locked_until = ${after(now, wait)} where subject = ${subjectOf(email)}`,
  );
}

export async function clearFailures(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.query(sql`delete from sign_in_failures where subject = ${subjectOf(email)}`);
}
