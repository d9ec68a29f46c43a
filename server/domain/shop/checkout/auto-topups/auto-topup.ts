import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Moves, moveStatement } from "#server/kernel/moves.ts";

/**
 * `saving`: the card is not saved yet. `stopped` by its traveller, `withdrawn` by the reseller, `used_up` as often as was allowed. `declined`:
 * the card could not be charged. `changed`: it is not sold any more for what was allowed. `undelivered`: it was paid, not delivered, and goes
 * back. `over`: its eSIM is, or the shop.
 */
export type AutoTopupStatus =
  | "saving"
  | "active"
  | "given_up"
  | "stopped"
  | "withdrawn"
  | "used_up"
  | "declined"
  | "changed"
  | "undelivered"
  | "over";

/** What has ended stays so: more is allowed anew. The trigger `check_auto_topup_move` has the same table. */
export const AUTO_TOPUP_MOVES: Moves<AutoTopupStatus> = {
  saving: ["active", "given_up"],
  active: ["stopped", "withdrawn", "used_up", "declined", "changed", "undelivered", "over"],
  given_up: [],
  stopped: [],
  withdrawn: [],
  used_up: [],
  declined: [],
  changed: [],
  undelivered: [],
  over: [],
};

/** From so many percent of the data on, or so many days before the end. */
export type Trigger = { kind: "data"; at: 80 | 90 } | { kind: "end"; at: 1 | 3 };
export const TRIGGERS: readonly Trigger[] = [
  { kind: "data", at: 80 },
  { kind: "data", at: 90 },
  { kind: "end", at: 3 },
  { kind: "end", at: 1 },
];

export const MOST_TIMES = 10;

/** What a traveller has allowed, and what came of it. */
export type AutoTopup = {
  id: number;
  accountId: number;
  accountCode: string;
  environment: "test" | "live";
  esimId: number;
  /** The purchase of the eSIM. */
  checkoutId: number;
  status: AutoTopupStatus;
  email: string;
  locale: string;
  topupCode: string;
  packageName: string;
  /** What one is; null of those that were allowed before it was kept. */
  dataMb: number | null;
  durationDays: number | null;
  triggerKind: Trigger["kind"];
  triggerAt: number;
  maxTimes: number;
  /** The most that one may be charged with. */
  maxPrice: Money;
  /** The most that may be charged in all; null: so many times `maxPrice`. */
  maxTotal: Money | null;
  currency: string;
  country: string | null;
  provider: "stripe" | "test";
  setupSession: string | null;
  customer: string | null;
  card: string | null;
  reason: string | null;
  createdAt: Date;
  /** Bought or being bought: what came to nothing does not count. */
  used: number;
  /** In all, or about to be; what was paid back too. */
  charged: Money;
};

/** Of `auto_topups` u: `claim_auto_topup` counts the same. */
export const SPENT = sql`
  (select count(*)::int from checkouts b where b.auto_topup_id = u.id and b.status not in ('abandoned', 'refunded')) as used,
  (select coalesce(sum(b.total_amount), 0) from checkouts b where b.auto_topup_id = u.id and b.status <> 'abandoned') as charged`;

/** Of `auto_topups` u and its account a. */
export const AUTO_TOPUP_COLUMNS = sql`
  u.id, u.account_id, a.code as account_code, u.environment, u.esim_id, u.checkout_id, u.status, u.email, u.locale, u.topup_code, u.package_name, u.data_mb, u.duration_days,
  u.trigger_kind, u.trigger_at, u.max_times, u.max_price, u.max_total, u.currency, u.country, u.provider, u.setup_session, u.customer, u.card, u.reason, u.created_at,
  ${SPENT}`;

const FROM = sql`from auto_topups u join accounts a on a.id = u.account_id`;

export async function findAutoTopup(db: Transaction, id: number): Promise<AutoTopup | null> {
  const [found] = await db.query<AutoTopup>(sql`select ${AUTO_TOPUP_COLUMNS} ${FROM} where u.id = ${id}::bigint`);
  return found ?? null;
}

/** The newest of an eSIM: the one that lives, or how the last one ended. */
export async function findLatest(db: Transaction, esimId: number): Promise<AutoTopup | null> {
  const [found] = await db.query<AutoTopup>(
    sql`select ${AUTO_TOPUP_COLUMNS} ${FROM} where u.esim_id = ${esimId}::bigint order by u.id desc limit 1`,
  );
  return found ?? null;
}

type Changes = { status?: AutoTopupStatus; customer?: string; card?: string; reason?: string | undefined };

/** Moves one that is still in the state in which it was read; false when somebody else was first. */
export async function moveAutoTopup(
  db: Transaction,
  { id, status }: Pick<AutoTopup, "id" | "status">,
  at: Date,
  changes: Changes,
): Promise<boolean> {
  const move = moveStatement("auto_topups", AUTO_TOPUP_MOVES, { id, status }, { ...changes, updatedAt: at });
  return (await db.query(sql`${move} returning id`)).length > 0;
}

/** Whether it lives, with its row held until the end of the transaction: whoever stops it waits, or was first. */
export async function holdActive(tx: Transaction, id: number): Promise<boolean> {
  const held = await tx.query(
    sql`select id from auto_topups where id = ${id}::bigint and status = 'active' for no key update`,
  );
  return held.length > 0;
}
