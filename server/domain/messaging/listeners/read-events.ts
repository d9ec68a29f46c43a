import { eventBody } from "#server/domain/messaging/webhooks/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { type Mark, settleMark } from "./settle-mark.ts";

/** An event as receivers get it. */
export type ToldEvent = { id: number; eventId: string; type: string; body: string };

type Row = { id: number; eventId: string; type: string; environment: Environment; occurredAt: Date; data: string };
type SeenRow = Row & { accountId: number; isForAll: boolean; xmin: number; xmax: number };
export type Seen = ToldEvent & { accountId: number; environment: Environment };

const MOST_SEEN = 1_000;
const LOOKED_BACK = 2_000;
export const PAGE = 50;

const toEvent = ({ id, eventId, type, environment, occurredAt, data }: Row): ToldEvent => ({
  id,
  eventId,
  type,
  body: eventBody({ eventId, type, environment, occurredAt, sequence: id, data }),
});

/** Where a process begins: after what is there without a gap. `head`: the newest that is seen. */
export async function findStart(db: Queryable): Promise<{ mark: Mark; head: number }> {
  const rows = await db.query<{ id: number }>(sql`select id from events order by id desc limit ${LOOKED_BACK}::int`);
  const ids = rows.map(({ id }) => id).reverse();
  const gap = ids.findIndex((id, i) => i > 0 && id !== ids[i - 1]! + 1);
  const settled = gap === -1 ? ids.at(-1) : ids[gap - 1];
  return { mark: { settled: settled ?? 0, doubt: null }, head: ids.at(-1) ?? 0 };
}

/** One look for everybody who listens here: what those accounts are told next, and where everybody stands then. */
export async function readNew(
  db: Queryable,
  before: Mark,
  accountIds: number[],
): Promise<{ mark: Mark; head: number; told: Seen[]; isMore: boolean }> {
  const rows = await db.query<SeenRow>(sql`
    select e.id, e.event_id, e.type, e.account_id, e.environment, e.created_at as occurred_at, e.endpoint_id is null as is_for_all,
           case when e.endpoint_id is null and e.account_id = any(${accountIds}::int[]) then e.data else '' end as data,
           pg_snapshot_xmin(s.now)::text::bigint as xmin, pg_snapshot_xmax(s.now)::text::bigint as xmax
      from events e cross join (select pg_current_snapshot() as now) s
     where e.id > ${before.settled}::bigint order by e.id limit ${MOST_SEEN}::int`);
  const [first] = rows;
  if (!first) return { mark: { ...before, doubt: null }, head: before.settled, told: [], isMore: false };
  const { mark, told } = settleMark(before, rows, { ...first, at: Date.now() });
  const wanted = new Set(accountIds);
  return {
    mark,
    head: rows.at(-1)!.id,
    told: told
      .filter(({ accountId, isForAll }) => isForAll && wanted.has(accountId))
      .map((row) => ({ ...toEvent(row), accountId: row.accountId, environment: row.environment })),
    isMore: rows.length === MOST_SEEN && told.length > 0,
  };
}

type Tenant = { accountId: number; environment: Environment };

/** What one account was told in between, for whoever comes back or was slow. */
export async function readPast(
  db: Queryable,
  { accountId, environment }: Tenant,
  after: number,
  upTo: number,
): Promise<ToldEvent[]> {
  const rows = await db.query<Row>(sql`
    select id, event_id, type, environment, created_at as occurred_at, data from events
     where account_id = ${accountId} and environment = ${environment} and id > ${after}::bigint and id <= ${upTo}::bigint and endpoint_id is null
     order by id limit ${PAGE}::int`);
  return rows.map(toEvent);
}

/** The number of an event of the account; null when it has none of that name. */
export async function findPlace(
  db: Queryable,
  { accountId, environment }: Tenant,
  eventId: string,
): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from events where event_id = ${eventId} and account_id = ${accountId} and environment = ${environment}`);
  return row?.id ?? null;
}
