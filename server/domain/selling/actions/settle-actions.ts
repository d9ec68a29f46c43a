import { type Esim, type EsimState, toChangeRow } from "#server/domain/selling/esims/index.ts";
import type { Order } from "#server/domain/selling/orders/index.ts";
import { OVERTAKEN } from "#server/kernel/database-errors.ts";
import { type Database, lockWait, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { inLanes, type Work } from "#server/kernel/lanes.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Action } from "./action.ts";

/** How an action ended. */
export type Ending = {
  action: Action;
  succeeded: boolean;
  /** Why it failed, in words for staff. */
  failure?: string;
  /** The eSIM as it was read and what it is now; null leaves it alone. */
  esim: { before: Esim; state: EsimState } | null;
  /** A cancel's order as it will be when this was its last eSIM. */
  order?: Order;
  /** A cancel whose supplier pays for the eSIM, as it does unless something else is known. */
  priceRefunded?: boolean;
  /** A cancel whose supplier gives the eSIM's top-ups back too. */
  topupsRefunded?: boolean;
  /** Packages of top-ups that it does not give back with the others. */
  topupsKept?: string[] | undefined;
  supplierReference?: string | null;
  /** The attempt that the outcome belongs to: it is none when the action was sent again since. */
  sends?: number;
};

/**
 * Ends actions with everything that follows: the eSIM's state, the refund, the order that is cancelled with its last
 * eSIM, the events. All in one statement; an action that had ended before is left alone. Fails when an eSIM has been
 * changed since it was read: see `isOvertaken`.
 */
export async function settleActions(tx: Transaction, endings: Ending[], at: Date): Promise<Set<number>> {
  return await callSettle(
    tx,
    endings.map((ending) => toRow(ending, at)),
  );
}

/** The end of an action as the last statement of a transaction, which it undoes when the action had ended before. */
export const lastSettlement = (ending: Ending, at: Date): Sql => sql`
  with ended as materialized (select id from settle_actions(${storableJson([toRow(ending, at)])}::jsonb) as id)
  select must(count(*) = 1, 'ended before') from ended`;

type Settlement = Work & { id: number; row: ReturnType<typeof toRow> };

/** Ends an action by itself. Answers that come together are booked together; an account's wallet holds up its own only. */
export async function settleAlone(db: Database, ending: Ending, at: Date): Promise<boolean> {
  const { id, accountId, esimId } = ending.action;
  return await settleInLanes(db, { accountId, claims: [String(esimId)], id, row: toRow(ending, at) });
}

const settleInLanes = inLanes<Settlement, boolean>("settlements", {
  // Nobody waits at a screen, and what a supplier has said is not to be asked for again.
  ownWaitMs: 4_000,
  patienceMs: 12_000,
  async write(db, works, waitMs) {
    const rows = works.map(({ row }) => row);
    const ended = await callSettle(db, rows, waitMs);
    return works.map(({ id }) => ended.has(id));
  },
});

async function callSettle(tx: Transaction, rows: object[], waitMs = 0): Promise<Set<number>> {
  const waits = waitMs > 0 ? lockWait(waitMs) : sql`waits as (select ' ' as ms)`;
  const settled = await tx.query<{ id: number }>(sql`
    with ${waits} select id from waits, lateral settle_actions(case when waits.ms <> '' then ${storableJson(rows)}::jsonb end) as id`);
  return new Set(settled.map(({ id }) => id));
}

export function toRow(ending: Ending, at: Date) {
  const { action, succeeded, failure = null, esim, order, supplierReference, sends } = ending;
  const { priceRefunded = true, topupsRefunded = false, topupsKept = null } = ending;
  const refund = refundOf(ending);
  const ended: Action = {
    ...action,
    status: succeeded ? "succeeded" : "failed",
    settledAt: at,
    refundedAmount: refund,
    refundedAt: refund.isZero() ? null : at,
  };
  const type = eventOf(ended);
  return {
    action_id: action.id,
    status: ended.status,
    failure,
    at,
    supplier_reference: supplierReference ?? null,
    sends: sends ?? null,
    price_refunded: priceRefunded && action.environment === "live",
    topups_refunded: topupsRefunded && action.environment === "live",
    topups_kept: topupsKept,
    change:
      esim &&
      toChangeRow({
        esim: esim.before,
        state: esim.state,
        source: action.environment === "test" ? "sandbox" : "supplier",
        at,
      }),
    events: type ? [{ event_id: newEventId(), type, data: eventData({ action: ended }) }] : [],
    order_event_id: newEventId(),
    order_data: order ? eventData({ order }) : null,
  };
}

/** As the event tells it; the database pays by the same rule. Nothing is paid in the test environment. */
function refundOf({ action, succeeded }: Ending): Money {
  if (action.environment === "test") return money(0);
  if (action.action === "cancel" && succeeded) return action.amount;
  return action.action === "topup" && !succeeded && action.charged ? action.amount : money(0);
}

/** What became of the eSIM is told by the eSIM's own events. */
function eventOf({ action, status }: Action): EventType | null {
  if (action === "topup") return status === "succeeded" ? "topup.completed" : "topup.failed";
  return status === "failed" ? "esim.action.failed" : null;
}

/** Another change of the eSIM came between reading and writing. */
export const isOvertaken = (error: unknown): boolean => (error as { code?: string }).code === OVERTAKEN;
