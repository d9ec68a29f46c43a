import { counted } from "#server/kernel/counted.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";

const LOOK_EVERY = SECOND;
/** More than a busy process or a correction by and by comes to. */
const BACK = MINUTE;
const AHEAD = 5 * MINUTE;

/**
 * Rejects when the clock was set, or the machine stood still. The engine counts its schedules minute by minute: set back, it would wait until
 * the clock is there again; after a stop of weeks it would make up for each minute of them, before any other job.
 */
export function watchClock(): { jumped: Promise<never>; stop(): void } {
  const jumped = Promise.withResolvers<never>();
  jumped.promise.catch(() => {});
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    const passed = now - last;
    last = now;
    if (passed < -BACK || passed > AHEAD)
      jumped.reject(
        new Error(
          `the clock went ${passed < 0 ? "back" : "ahead"} by ${counted(Math.round(Math.abs(passed) / MINUTE), "minute")} at once`,
        ),
      );
  }, LOOK_EVERY);
  return { jumped: jumped.promise, stop: () => clearInterval(timer) };
}

/** What ran by a clock that was ahead would not run again before its time: the engine takes each minute of a schedule once, and none before the last. */
export async function forgetFuture(db: Queryable): Promise<void> {
  await db.query(sql`
    update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + interval '1 minute'`);
}
