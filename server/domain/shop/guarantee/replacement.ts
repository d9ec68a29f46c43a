import { sql, type Transaction } from "#server/kernel/db.ts";
import { type Moves, moveStatement } from "#server/kernel/moves.ts";

export type ReplacementStatus = "asked" | "cancelling" | "ordering" | "ordered" | "replaced" | "refused";

/** `ordering`: its supplier has said after the cancel that it is silent, so that another one may be ordered. The trigger `check_replacement_move` has the same table. */
export const REPLACEMENT_MOVES: Moves<ReplacementStatus> = {
  asked: ["cancelling", "refused"],
  cancelling: ["ordering", "refused"],
  ordering: ["ordered", "refused"],
  ordered: ["replaced", "refused"],
  replaced: [],
  refused: [],
};

/**
 * Why there is no other eSIM. `connected`: its supplier has seen it in use. `changed`: it is not on the phone any more, or paused. `cancelled`: somebody else cancelled it. `refunded`: the payment
 * goes back, or is disputed. `none`: nobody sells an equal plan at the price it may cost. `unanswered`: its supplier could not be asked.
 * Else a code of the error table, or the status of the order that failed.
 */
export type Reason = "connected" | "changed" | "cancelled" | "refunded" | "none" | "unanswered" | (string & {});

export type Replacement = {
  id: number;
  esimId: number;
  accountId: number;
  accountCode: string;
  environment: "test" | "live";
  checkoutId: number;
  status: ReplacementStatus;
  hasBars: boolean;
  judgedAt: Date | null;
  orderId: number | null;
  reason: Reason | null;
  /** The run that orders has it to itself until then. */
  busyUntil: Date | null;
  looks: number;
  createdAt: Date;
  updatedAt: Date;
};

const COLUMNS = sql`
  x.id, x.esim_id, x.account_id, a.code as account_code, x.environment, x.checkout_id, x.status, x.has_bars, x.judged_at, x.order_id, x.reason,
  x.busy_until, x.looks, x.created_at, x.updated_at`;

export async function findReplacement(db: Transaction, id: number): Promise<Replacement | null> {
  const [found] = await db.query<Replacement>(
    sql`select ${COLUMNS} from replacements x join accounts a on a.id = x.account_id where x.id = ${id}`,
  );
  return found ?? null;
}

type Changes = Partial<Pick<Replacement, "status" | "judgedAt" | "orderId" | "reason" | "looks">>;

/** Moves one that is still in the state, and while it is ordered under the claim, in which it was read; false when another run was first. */
export async function moveReplacement(
  db: Transaction,
  { id, status, busyUntil }: Pick<Replacement, "id" | "status" | "busyUntil">,
  at: Date,
  changes: Changes,
): Promise<boolean> {
  const read = status === "ordering" ? { id, status, busyUntil } : { id, status };
  const move = moveStatement("replacements", REPLACEMENT_MOVES, read, { ...changes, updatedAt: at });
  return (await db.query(sql`${move} returning id`)).length > 0;
}

/** Under this the other eSIM is ordered, and the first one cancelled: once per replacement, whatever is repeated. `fail-over-order.ts` knows it too. */
export const replacementReference = (id: number): string => `replacement-${id}`;

/** The idempotency key of that order. */
export const replacementKey = ({ id }: Pick<Replacement, "id">) => ({
  operation: "replacement",
  key: replacementReference(id),
});
