import { setTimeout as sleep } from "node:timers/promises";
import { type Database, sql } from "#server/kernel/db.ts";
import { HOUR, SECOND } from "#server/kernel/time.ts";
import { eventName, inngestClient } from "./client.ts";
import { findSuppliers } from "./find-suppliers.ts";
import type { DueJob } from "./job.ts";
import { BATCH, isAnyDue, type LateJob, type Move, measureLag, mergeJobs, toEngine } from "./relay.ts";

/** Longer than a send may take; what a relay that died had taken is sent by another one after this time. */
const LEASE_MS = 30 * SECOND;
const SEND_WITHIN_MS = 15 * SECOND;

type Taken = LateJob & { id: number; key: string | null };

/**
 * To an Inngest server, at least once: rows are taken for a while, sent, and deleted when the server has acknowledged them.
 * No lock is held while it answers. A row that is taken gives its key away, as if it were gone: what is asked for in the
 * meantime waits in a row of its own.
 *
 * @param send must throw unless the jobs are in safe hands
 */
export const moveOver =
  (send: (due: DueJob[]) => Promise<void>): Move =>
  async (db) => {
    if (!(await isAnyDue(db))) return 0;
    const taken = await take(db);
    if (taken.length === 0) return 0;
    try {
      await send(mergeJobs(await findSuppliers(db, taken)));
    } catch (error) {
      await putBack(db, taken);
      throw error;
    }
    await db.query(sql`delete from outbox_jobs where id = any(${taken.map(({ id }) => id)}::bigint[])`);
    measureLag(taken);
    return taken.length;
  };

async function take(db: Database): Promise<Taken[]> {
  return await db.query<Taken>(sql`
    with due as (
      select id, key, extract(epoch from now() - run_at)::float8 * 1000 as late_ms from outbox_jobs where run_at <= now() order by run_at, id limit ${BATCH}::int for update skip locked)
    update outbox_jobs o set key = null, run_at = now() + make_interval(secs => ${LEASE_MS / SECOND})
      from due where o.id = due.id returning o.id, due.key, o.job, o.payload, o.is_reminder, o.traceparent, due.late_ms`);
}

/** Due again at once, in their order. Where another row has the key by now, that one is enough. */
async function putBack(db: Database, taken: Taken[]): Promise<void> {
  const rows = JSON.stringify(taken.map(({ id, key }) => ({ id, key })));
  await db.query(sql`
    with failed as (
      delete from outbox_jobs o using jsonb_to_recordset(${rows}::jsonb) as t(id bigint, key text)
       where o.id = t.id returning o.id, o.job, t.key, o.payload, o.is_reminder, o.traceparent)
    insert into outbox_jobs (job, key, payload, run_at, is_reminder, traceparent) select job, key, payload, now(), is_reminder, traceparent from failed order by id
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at), is_reminder = outbox_jobs.is_reminder and excluded.is_reminder`);
}

/** A server that lost count of what runs is reminded anew after this. */
const REMIND_ANEW_MS = HOUR;

/** What a reminder is of; the server leaves out one while it has another of the same (`ONE_REMINDER`). */
const remindsOf = ({ key, isReminder }: DueJob): string | false =>
  isReminder && key ? `${key}@${Math.floor(Date.now() / REMIND_ANEW_MS)}` : false;

/** As events. Without ids of our own: a repeated send must not be taken for the first and dropped. */
export const moveToInngest: Move = moveOver(async (due) => {
  const late = new AbortController();
  const inTime = sleep(SEND_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`no answer within ${SEND_WITHIN_MS / SECOND} seconds`);
  });
  inTime.catch(() => {});
  try {
    const sent = inngestClient().send(
      due.map(({ supplier, isBegun, ...one }) => ({
        name: eventName(one.job),
        data: { ...toEngine(one), supplier, isBegun, reminder: remindsOf(one) },
      })),
    );
    await Promise.race([sent, inTime]);
  } catch (error) {
    throw new Error(`The Inngest server did not take ${due.length} jobs: ${(error as Error).message}`);
  } finally {
    late.abort();
  }
});
