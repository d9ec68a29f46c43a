import { type Queryable, type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Action } from "./action.ts";
import { ACTION_COLUMNS } from "./read-actions.ts";

/** A live action that is not over, with what the settlement remembers of it. */
export type OpenAction = Action & {
  /** Ours, by which the supplier's record is found. */
  reference: string;
  unitCostUsd: Money | null;
  dataMb: number | null;
  durationDays: number | null;
  /** What was on the eSIM before a top-up was sent, in the adapter's words. */
  evidence: string | null;
  unsent: boolean;
  sends: number;
  checks: number;
  notFoundAt: Date | null;
  lostAt: Date | null;
  busyUntil: Date | null;
};

const OPEN = sql`('queued', 'processing', 'under_review')`;

export async function findOpenAction(db: Queryable, id: number): Promise<OpenAction | null> {
  const [action] = await db.query<OpenAction>(sql`
    select ${ACTION_COLUMNS}, a.reference, a.unit_cost_usd as "unitCostUsd", a.data_mb as "dataMb", a.duration_days as "durationDays", a.evidence,
           a.unsent, a.sends, a.checks, a.not_found_at as "notFoundAt", a.lost_at as "lostAt", a.busy_until as "busyUntil"
      from actions a join esims e on e.id = a.esim_id where a.id = ${id} and a.environment = 'live' and a.status in ${OPEN}`);
  return action ?? null;
}

/** Changes an action that nobody else has moved on since it was read; null when somebody has. */
export async function moveAction(db: Queryable, action: OpenAction, at: Date, set: Sql): Promise<OpenAction | null> {
  const moved = await db.query(sql`
    update actions set ${set}, updated_at = ${at}
     where id = ${action.id} and status in ${OPEN} and sends = ${action.sends} and unsent = ${action.unsent} returning id`);
  return moved.length === 0 ? null : await findOpenAction(db, action.id);
}
