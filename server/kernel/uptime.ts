import type { Ctx } from "./context.ts";
import { sql } from "./db.ts";
import { after, MINUTE } from "./time.ts";

/** It is recorded every minute. Whoever was away for longer than this was off. */
const STOPPED_AFTER = 10 * MINUTE;
/** More stops than there are within any term that is counted. */
const KEPT = 200;

type Period = { from: Date; to: Date };

/** Records that jobs run: for as long as the last record of that is recent, it is drawn out; else the service was off, and this is another one. */
export async function recordUptime({ db, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await db.query(sql`
    with latest as (
      select id from uptimes order by id desc limit 1
    ), drawn_out as (
      update uptimes u set started_at = least(u.started_at, ${now}), seen_at = ${now}
        from latest where u.id = latest.id and u.seen_at >= ${after(now, -STOPPED_AFTER)} returning u.id
    ), begun as (
      insert into uptimes (started_at, seen_at) select ${now}, ${now} where not exists (select from drawn_out) returning id
    )
    delete from uptimes u using begun where u.id < (select id from uptimes order by id desc offset ${KEPT}::int limit 1)`);
}

/** The time in which the service worked, backwards from now: what it slept through counts for nobody. */
export class Uptime {
  /** Newest first. Before the first one there is no record: that time counts as worked. */
  readonly #periods: Period[];

  constructor(now: Date, recorded: Period[]) {
    const [last = { from: now, to: now }, ...others] = recorded;
    // The record of this minute is still to come; what is recorded beyond now was a wrong clock.
    const runs = now.getTime() - last.to.getTime() <= STOPPED_AFTER;
    const first = { from: last.from, to: runs ? now : last.to };
    this.#periods = [first, ...others];
  }

  /** The moment since which it has worked for so long. */
  since(ms: number): Date {
    let left = ms;
    for (const { from, to } of this.#periods.slice(0, -1)) {
      const worked = Math.max(0, to.getTime() - from.getTime());
      if (worked >= left) return after(to, -left);
      left -= worked;
    }
    return after(this.#periods.at(-1)!.to, -left);
  }

  /** Milliseconds that it has worked since that moment. */
  worked(since: Date): number {
    const begins = (period: Period, place: number) =>
      place === this.#periods.length - 1 ? since : new Date(Math.max(period.from.getTime(), since.getTime()));
    const lengths = this.#periods.map((period, place) => period.to.getTime() - begins(period, place).getTime());
    return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
  }
}

export async function readUptime({ db, clock }: Ctx): Promise<Uptime> {
  const periods = await db.query<Period>(
    sql`select started_at as "from", seen_at as "to" from uptimes order by id desc limit ${KEPT}::int`,
  );
  return new Uptime(clock.now(), periods);
}

/** Whether the service has worked for so long since a moment. */
export async function hasWorkedFor(ctx: Ctx, since: Date, ms: number): Promise<boolean> {
  // Most of the time not even the clock says so.
  if (ctx.clock.now().getTime() - since.getTime() < ms) return false;
  return (await readUptime(ctx)).worked(since) >= ms;
}
