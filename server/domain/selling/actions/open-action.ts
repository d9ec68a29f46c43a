import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { moveStatement, openStates, statesBefore } from "#server/kernel/moves.ts";
import { ACTION_MOVES, type Action } from "./action.ts";
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
  /** Of what costs nothing: beside its account's turn it has one of all accounts' together. */
  hasTurn: boolean;
};

const OPEN = openStates(ACTION_MOVES);

export async function findOpenAction(db: Transaction, id: number): Promise<OpenAction | null> {
  const [action] = await db.query<OpenAction>(sql`
    select ${ACTION_COLUMNS}, a.reference, a.unit_cost_usd, a.data_mb, a.duration_days, a.evidence,
           a.unsent, a.sends, a.checks, a.not_found_at, a.lost_at, a.busy_until, a.has_turn
      from actions a join esims e on e.id = a.esim_id where a.id = ${id} and a.environment = 'live' and a.status = any(${OPEN})`);
  return action ?? null;
}

type ActionChanges = Partial<
  Pick<OpenAction, "status" | "evidence" | "unsent" | "sends" | "checks" | "notFoundAt" | "busyUntil" | "hasTurn">
>;

/** Changes an action that is not over and that nobody has sent since it was read; null when somebody has. */
export async function moveAction(
  db: Transaction,
  { id, sends, unsent }: OpenAction,
  at: Date,
  changes: ActionChanges,
): Promise<OpenAction | null> {
  const { status: to } = changes;
  // A look beside this one may have put it under review: the attempt counts, not the state.
  const status = to ? [to, ...statesBefore(ACTION_MOVES, to)] : OPEN;
  const move = moveStatement("actions", ACTION_MOVES, { id, status, sends, unsent }, { ...changes, updatedAt: at });
  const moved = await db.query(sql`${move} returning id`);
  return moved.length === 0 ? null : await findOpenAction(db, id);
}
