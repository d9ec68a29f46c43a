import { setTimeout as sleep } from "node:timers/promises";
import { type Database, one, sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { until } from "../support/until.ts";
import { settle } from "./settle.ts";

/** Until nothing new is found: what one run finds may have to be looked at again by the next. */
const MAX_ROUNDS = 8;
const PATIENCE_MS = 8_000;
/** eSIMs that are looked at by one job. */
const AT_ONCE = 50;

type Said = { status: string; sources: { source: string; message: string | null }[] };
type Difference = { kind: string; source: string; finding: string; outcome: string; text: string };

/**
 * Everything comes to its end, then the suppliers' and the provider's records are reconciled with ours, as every night, until a
 * run finds nothing new. What it leaves open it leaves to people.
 */
export async function settleAndReconcile(db: Database, withinMs: number, dayMs: number, patienceMs?: number) {
  const faults: string[] = [];
  const end = Date.now() + withinMs;
  let settled = await settle(db, withinMs, dayMs, patienceMs);
  for (let round = 1; settled.faults.length === 0; round++) {
    const before = await readDifferences(db);
    const missing = await lookAtAll(db, withinMs);
    const said = [await run(db, "suppliers", withinMs), await run(db, "payments", withinMs)];
    settled = await settle(db, withinMs, dayMs, Math.min(patienceMs ?? withinMs / 4, PATIENCE_MS));
    const found = await readDifferences(db);
    const isUnread = said.some(({ status }) => status !== "done");
    const isOver =
      found.every(({ outcome }) => outcome !== "pending") && !isUnread && missing === 0 && same(before, found);
    if (isOver) break;
    // A record that cannot be read is read again, as every night: on a slow machine suppliers answer late.
    if (round >= MAX_ROUNDS && (!isUnread || Date.now() > end)) {
      for (const { sources } of said)
        for (const { source, message } of sources)
          if (message) faults.push(`the record of ${source} cannot be read: ${message}`);
      const open = found.filter(({ outcome }) => outcome === "pending").map(({ text }) => text);
      faults.push(`the reconciliation finds something new in run ${round}: ${open.join(" ")}`);
      break;
    }
    // What a supplier has to say twice, two minutes apart, is said twice by then.
    await sleep(dayMs / 720 + 1_000);
  }
  const differences = await readDifferences(db);
  for (const { kind, finding, outcome, text } of differences)
    if (kind === "payments" && outcome === "waiting" && finding !== "not_refunded") faults.push(text);
  const outcomes = [...Map.groupBy(differences, ({ finding, outcome }) => `${finding}: ${outcome}`)];
  return {
    ...settled,
    faults: [...settled.faults, ...faults],
    differences: Object.fromEntries(outcomes.map(([name, all]) => [name, all.length])),
  };
}

/**
 * What a supplier cancels without a word is found by the look that every eSIM gets within six hours.
 *
 * @returns how many their suppliers do not know any more, said once
 */
async function lookAtAll(db: Database, withinMs: number): Promise<number> {
  const rows = await db.query<{ id: number }>(
    sql`select id from esims where environment = 'live' and status not in ('cancelled', 'expired') order by id`,
  );
  const ids = rows.map(({ id }) => id);
  for (let i = 0; i < ids.length; i += AT_ONCE) await enqueue(db, "sync-esims", { esimIds: ids.slice(i, i + AT_ONCE) });
  const isLooked = async () =>
    (await db.query(sql`select id from outbox_jobs where job = 'sync-esims' limit 1`)).length === 0;
  await until(isLooked, withinMs, 250);
  const missing = sql`select id from esims where environment = 'live' and status not in ('cancelled', 'expired') and missing_at is not null`;
  return (await db.query(missing)).length;
}

const same = (before: Difference[], after: Difference[]) => JSON.stringify(before) === JSON.stringify(after);

const readDifferences = async (db: Database) =>
  await db.query<Difference>(
    sql`select kind, source, finding, outcome, text from reconciliation_differences order by id`,
  );

/** As every night: the worker does it. */
async function run(db: Database, kind: "suppliers" | "payments", withinMs: number): Promise<Said> {
  const last = one(
    await db.query<{ id: number }>(
      sql`select coalesce(max(id), 0) as id from reconciliation_runs where kind = ${kind}`,
    ),
  );
  await enqueue(db, "reconcile", { kind });
  let said: Said | undefined;
  await until(
    async () => {
      [said] = await db.query<Said>(
        sql`select status, sources from reconciliation_runs where kind = ${kind} and id > ${last.id} and status <> 'running'`,
      );
      return said !== undefined;
    },
    withinMs,
    250,
  );
  return said!;
}
