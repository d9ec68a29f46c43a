import { keyPrefix } from "#server/domain/reseller/keys/index.ts";
import { iccidEnds } from "#server/domain/selling/esims/index.ts";
import { parseSaleNumber } from "#server/domain/shop/checkout/index.ts";
import { roleOf } from "#server/kernel/actor.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { plannedAnew, type Sql, sql } from "#server/kernel/db.ts";
import { numericId, orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import { isAllowed, type Permission, requirePermission } from "#server/kernel/permissions.ts";
import { storable } from "#server/kernel/storable.ts";

export type Hit = {
  kind: "order" | "sale" | "esim" | "request" | "event" | "key" | "endpoint";
  /** What its page is opened by. */
  reference: string;
  /** What it was found by and what it is. */
  about: string;
  at: Date;
};

type Row = { kind: Hit["kind"]; id: string; about: string; at: Date };

/**
 * Orders, sales, eSIMs, requests, events, keys and endpoints of the account, by any part of a client reference, an ICCID, the e-mail of a
 * traveller who bought or was sent something, or an endpoint's address, by an order's or a sale's number, IMSI or EID, and by the ids of requests, events and keys.
 * A purchase is found as its order, and as the sale where it made several or none.
 */
export async function searchRecords(ctx: AccountCtx, text: string): Promise<Hit[]> {
  requirePermission(ctx, "orders:read");
  const { environment } = tenant(ctx);
  const wanted = storable(text).trim();
  const rows = await ctx.db.query<Row>(plannedAnew(statementFor(ctx, wanted)));
  return rows.map(({ kind, id, about, at }) => ({ kind, reference: referenceOf(kind, id, environment), about, at }));
}

function statementFor(ctx: AccountCtx, wanted: string): Sql {
  if (/^req_/i.test(wanted)) return requestNamed(ctx, wanted.toUpperCase().replace("REQ_", "req_"));
  if (/^evt_/i.test(wanted)) return eventNamed(ctx, wanted.toUpperCase().replace("EVT_", "evt_"));
  if (/^svc_(test|live)_/.test(wanted)) return keysNamed(ctx, wanted.slice(9));
  const number = parseSaleNumber(wanted);
  return number === null
    ? recordsNamed(ctx, wanted)
    : sql`${saleNumbered(ctx, number)} union all select * from (${recordsNamed(ctx, wanted)}) r`;
}

/** As travellers read their order number out. */
function saleNumbered(ctx: AccountCtx, number: string): Sql {
  const { accountId, environment } = tenant(ctx);
  return sql`
    select 'sale' as kind, number as id, email || ' · ' || package_name as about, created_at as at
      from checkouts where number = ${number} and account_id = ${accountId} and environment = ${environment} and paid_at is not null`;
}

const referenceOf = (kind: Hit["kind"], id: string, environment: string): string =>
  kind === "order" ? orderReference(Number(id)) : kind === "key" ? keyPrefix(environment, id) : id;

const may = ({ actor }: AccountCtx, permission: Permission): boolean => {
  const role = roleOf(actor);
  return role === null || isAllowed(role, permission);
};

function requestNamed(ctx: AccountCtx, requestId: string): Sql {
  const { accountId, environment } = tenant(ctx);
  return sql`
    select 'request' as kind, request_id as id, method || ' ' || path || ', ' || status as about, created_at as at
      from api_requests
     where request_id = ${requestId} and account_id = ${accountId} and environment = ${environment} and ${may(ctx, "requests:read")} limit 5`;
}

function eventNamed(ctx: AccountCtx, eventId: string): Sql {
  const { accountId, environment } = tenant(ctx);
  return sql`
    select 'event' as kind, event_id as id, type as about, created_at as at
      from events
     where event_id = ${eventId} and account_id = ${accountId} and environment = ${environment} and ${may(ctx, "webhooks:read")}`;
}

/** An account has few. */
function keysNamed(ctx: AccountCtx, begin: string): Sql {
  const { accountId, environment } = tenant(ctx);
  return sql`
    select 'key' as kind, public_id::text as id, name as about, created_at as at
      from api_keys
     where account_id = ${accountId} and environment = ${environment} and starts_with(public_id::text, ${begin.slice(0, 8)})
       and ${may(ctx, "keys:read")}
     order by id desc limit 5`;
}

/** A pattern of texts that have this inside. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const MOST_OF_A_KIND = 6;
const MOST = 12;
/** Purchases in which a text is looked for before an index is asked. */
const NEWEST = 500;

/**
 * What begins or ends as typed is found by indexes that the account leads. Only where no name of a kind does, those are read that have it
 * inside: of the account alone, and out of indexes. Addresses have one of their parts (decision 142).
 */
function recordsNamed(ctx: AccountCtx, wanted: string): Sql {
  const { accountId, environment } = tenant(ctx);
  const digits = /^[\d\s-]{4,40}$/.test(wanted) ? wanted.replace(/[\s-]/g, "") : "";
  const orderId = parseOrderReference(wanted.toUpperCase()) ?? numericId(wanted) ?? 0;
  const lower = wanted.toLowerCase();
  const isLong = wanted.length >= 4;
  // Digits are the same in each: the names of a hundred thousand orders are compared once, not three times.
  const patterns = [...new Set([wanted, lower, wanted.toUpperCase()])].map(containing);
  const inMail = containing(lower);
  const hasLetters = /\p{L}|@/u.test(wanted);
  const afterAll = "\u{10FFFF}";
  return sql`
    with near as (
      (select 'order' as kind, o.id, concat_ws(' · ', o.client_reference, o.package_name, o.status) as about, o.created_at as at, 0 as rank
         from orders o where o.id = ${orderId}::bigint and o.account_id = ${accountId} and o.environment = ${environment})
      union all
      (select 'order', o.id, concat_ws(' · ', o.client_reference, o.package_name, o.status), o.created_at, 1
         from orders o
        where o.account_id = ${accountId} and o.environment = ${environment}
          and o.client_reference ~>=~ ${wanted} and o.client_reference ~<~ ${wanted + afterAll}
        order by o.client_reference limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'esim', e.id, e.iccid, e.created_at, 2
         from esims e
        where e.account_id = ${accountId} and e.environment = ${environment} and ${iccidEnds(wanted)}
        order by e.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'esim', e.id, e.iccid, e.created_at, 2
         from esims e
        where ${digits.length === 32} and e.account_id = ${accountId} and e.environment = ${environment} and e.eid = ${digits}
        limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'esim', e.id, e.iccid, e.created_at, 2
         from esims e
        where ${digits.length >= 14} and e.account_id = ${accountId} and e.environment = ${environment} and e.imsi = ${digits}
        limit ${MOST_OF_A_KIND}::int)
      union all
      (select case when c.order_id is null then 'sale' else 'order' end, coalesce(c.order_id, c.id), c.email || ' · ' || c.package_name, c.created_at, 3
         from checkouts c
        where c.account_id = ${accountId} and c.environment = ${environment} and c.kind = 'order' and c.paid_at is not null
          and c.email ~>=~ ${lower} and c.email ~<~ ${lower + afterAll}
        order by c.email, c.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'order', h.order_id, h.recipient || ' · sent to this customer', h.created_at, 3
         from handovers h
        where h.account_id = ${accountId} and h.environment = ${environment}
          and lower(h.recipient) ~>=~ ${lower} and lower(h.recipient) ~<~ ${lower + afterAll}
        order by h.recipient, h.id desc limit ${MOST_OF_A_KIND}::int)
    ), newest as materialized (
      -- A text that many addresses have is in one of these, and not looked for in all.
      select c.id, c.email from checkouts c
       where c.account_id = ${accountId} and c.environment = ${environment} and c.kind = 'order' and c.paid_at is not null
         and ${isLong && hasLetters} and not exists (select from near where rank = 3)
       order by c.id desc limit ${NEWEST}::int
    ), inside as (
      (select 'order' as kind, o.id, concat_ws(' · ', o.client_reference, o.package_name, o.status) as about, o.created_at as at, 5 as rank
         from orders o
        where o.account_id = ${accountId} and o.environment = ${environment} and o.client_reference = any (array(
              select r.client_reference from orders r
               where r.account_id = ${accountId} and r.environment = ${environment} and r.client_reference like any (${patterns}::text[])
                 and ${isLong} and not exists (select from near where rank <= 1)
               order by r.client_reference limit 50))
        order by o.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'esim', e.id, e.iccid, e.created_at, 6
         from esims e
        where e.account_id = ${accountId} and e.environment = ${environment} and e.iccid = any (array(
              select r.iccid from esims r
               where ${digits !== ""} and r.account_id = ${accountId} and r.environment = ${environment} and position(${digits} in r.iccid) > 0
                 and not exists (select from near where rank = 2)
               order by reverse(r.iccid) using ~<~ limit 50))
        order by e.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select case when c.order_id is null then 'sale' else 'order' end, coalesce(c.order_id, c.id), c.email || ' · ' || c.package_name, c.created_at, 7
         from checkouts c
        where c.id = any (array(select r.id from newest r where r.email like ${inMail} order by r.id desc limit ${MOST_OF_A_KIND}::int) || array(
              select r.id from checkouts r
               where mail_parts(r.account_id, r.email) @> mail_parts(${accountId}::int, ${lower}) and r.email like ${inMail}
                 and r.account_id = ${accountId} and r.environment = ${environment} and r.kind = 'order' and r.paid_at is not null
                 and ${isLong && hasLetters} and not exists (select from near where rank = 3) and not exists (select from newest n where n.email like ${inMail})
               order by r.id desc limit ${MOST_OF_A_KIND}::int))
        order by c.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'order', h.order_id, h.recipient || ' · sent to this customer', h.created_at, 7
         from handovers h
        where mail_parts(h.account_id, h.recipient) @> mail_parts(${accountId}::int, ${lower}) and lower(h.recipient) like ${inMail}
          and h.account_id = ${accountId} and h.environment = ${environment}
          and ${isLong && hasLetters} and not exists (select from near where rank = 3)
        order by h.id desc limit ${MOST_OF_A_KIND}::int)
      union all
      (select 'endpoint', w.id, w.url, w.created_at, 8
         from webhook_endpoints w
        where w.account_id = ${accountId} and w.environment = ${environment} and position(${lower} in lower(w.url)) > 0
          and ${may(ctx, "webhooks:read")}
        order by w.id desc limit ${MOST_OF_A_KIND}::int)
    ), found as (
      select * from near union all select * from inside
    )
    select f.kind, case f.kind when 'esim' then f.about when 'sale' then (select c.number from checkouts c where c.id = f.id) else f.id::text end as id,
           case f.kind when 'esim' then (select concat_ws(' · ', 'eSIM', 'B2B-' || e.order_id, e.status) from esims e where e.id = f.id) else f.about end as about, f.at
      from found f order by f.rank, f.at desc, f.id desc limit ${MOST}::int`;
}
