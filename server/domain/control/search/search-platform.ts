import { FROM_END_EVERYWHERE, iccidEnds } from "#server/domain/selling/esims/index.ts";
import { parseSaleNumber } from "#server/domain/shop/checkout/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { ledgerReference, numericId, orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { storable } from "#server/kernel/storable.ts";

/** What is found of the whole platform. `case`: an order or a top-up that waits for a decision. */
export type PlatformKind =
  | "account"
  | "person"
  | "order"
  | "sale"
  | "esim"
  | "payment"
  | "funding"
  | "entry"
  | "request"
  | "event"
  | "key"
  | "case";

export type PlatformHit = {
  kind: PlatformKind;
  /** As people call it: `B2B-1042`, an ICCID, an order number of a shop, an e-mail address. */
  reference: string;
  /** What it is, and what it was found by. */
  about: string;
  at: Date;
  /** Null for what is in no environment: accounts, people, fundings. */
  environment: Environment | null;
  accountCode: string;
  companyName: string;
  /** Of a payment: the sale that it paid for. */
  opens: string;
};

type Row = Omit<PlatformHit, "opens"> & { opens: string | null; rank: number };
type Inside = Row & { environment: Environment };

const MOST = 50;
const MOST_OF_A_KIND = 10;
const AFTER_ALL = "\u{10FFFF}";

/**
 * Everything of every reseller by what people call it: names and e-mail addresses of resellers, their people and travellers, references of orders,
 * sales, ledger entries, fundings, payments and suppliers, ICCIDs or how they end, EID and IMSI, the ids of requests, events and
 * keys. Each by one look into an index of all accounts (decision 143): however many there are, as much is read as is found.
 */
export async function searchPlatform(ctx: Ctx, text: string): Promise<PlatformHit[]> {
  requireOperator(ctx, "platform:read");
  const wanted = storable(text).trim();
  if (wanted.length < 2) return [];
  const found = (await Promise.all(lookFor(ctx, wanted))).flat();
  return found
    .toSorted((a, b) => a.rank - b.rank || b.at.getTime() - a.at.getTime())
    .slice(0, MOST)
    .map(({ rank: _, opens, ...row }) => {
      const reference = named(row.kind, row.reference);
      return { ...row, reference, opens: opens === null ? reference : named(row.kind, opens) };
    });
}

const named = (kind: PlatformKind, id: string): string =>
  kind === "order" ? orderReference(Number(id)) : kind === "entry" ? ledgerReference(Number(id)) : id;

/** What a text cannot be is not looked for. */
function lookFor(ctx: Ctx, wanted: string): Promise<Row[]>[] {
  const upper = wanted.toUpperCase();
  if (/^req_/i.test(wanted)) return [requests(ctx, upper.replace("REQ_", "req_"))];
  if (/^evt_/i.test(wanted)) return [events(ctx, upper.replace("EVT_", "evt_"))];
  if (/^svc_(test|live)_./.test(wanted)) return [keys(ctx, wanted)];
  if (/^FND-/.test(upper)) return [fundings(ctx, upper)];
  const entry = numericId(/^LED-(\d+)$/.exec(upper)?.[1]);
  if (entry !== null) return [entries(ctx, entry)];
  const order = parseOrderReference(upper);
  if (order !== null) return [orders(ctx, order, 0), cases(ctx, order)];
  const digits = /^[\d\s-]{4,40}$/.test(wanted) ? wanted.replace(/[\s-]/g, "") : "";
  const id = numericId(digits);
  const sale = parseSaleNumber(wanted);
  const lower = wanted.toLowerCase();
  return [
    accounts(ctx, wanted),
    ...(wanted.length >= 3 ? [people(ctx, lower), travellers(ctx, lower), recipients(ctx, lower)] : []),
    ...(sale === null ? [] : [sales(ctx, sale)]),
    ...(digits === "" ? [] : [esims(ctx, wanted, digits)]),
    ...(id === null ? [] : [orders(ctx, id, 1)]),
    ordersCalled(ctx, lower),
    payments(ctx, wanted),
    bySupplier(ctx, wanted),
  ];
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const accounts = (ctx: Ctx, wanted: string) =>
  ctx.db.query<Row>(sql`
  select 'account' as kind, a.code as reference, concat_ws(' · ', a.company_name, a.email, a.status) as about, a.created_at as at,
         null as environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from accounts a
   where a.code ilike ${containing(wanted)} or a.company_name ilike ${containing(wanted)} or a.email ilike ${containing(wanted)}
   order by a.id desc limit ${MOST_OF_A_KIND}`);

const people = (ctx: Ctx, lower: string) =>
  ctx.db.query<Row>(sql`
  select 'person' as kind, u.email as reference, concat_ws(' · ', u.name, m.role) as about, m.created_at as at,
         null as environment, a.code as account_code, a.company_name, null as opens, 2 as rank
    from users u join memberships m on m.user_id = u.id join accounts a on a.id = m.account_id
   where u.email like ${containing(lower)} or u.name ilike ${containing(lower)}
   order by u.id desc limit ${MOST_OF_A_KIND}`);

const travellers = (ctx: Ctx, lower: string) =>
  ctx.db.query<Inside>(sql`
  select 'sale' as kind, c.number as reference, c.email || ' · ' || c.package_name as about, c.created_at as at,
         c.environment, a.code as account_code, a.company_name, null as opens, 3 as rank
    from (select * from checkouts
           where kind = 'order' and paid_at is not null and email ~>=~ ${lower} and email ~<~ ${lower + AFTER_ALL}
           order by email using ~<~ limit ${MOST_OF_A_KIND}) c join accounts a on a.id = c.account_id`);

/** Whom an order was sent to. */
const recipients = (ctx: Ctx, lower: string) =>
  ctx.db.query<Inside>(sql`
  select 'order' as kind, h.order_id::text as reference, h.recipient || ' · sent to this customer' as about, h.created_at as at,
         h.environment, a.code as account_code, a.company_name, null as opens, 3 as rank
    from (select * from handovers where lower(recipient) ~>=~ ${lower} and lower(recipient) ~<~ ${lower + AFTER_ALL}
           order by lower(recipient) using ~<~ limit ${MOST_OF_A_KIND}) h join accounts a on a.id = h.account_id`);

const sales = (ctx: Ctx, number: string) =>
  ctx.db.query<Inside>(sql`
  select 'sale' as kind, c.number as reference, c.email || ' · ' || c.package_name as about, c.created_at as at,
         c.environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from checkouts c join accounts a on a.id = c.account_id
   where c.number = ${number} and c.paid_at is not null limit ${MOST_OF_A_KIND}`);

const orders = (ctx: Ctx, id: number, rank: number) =>
  ctx.db.query<Inside>(sql`
  select 'order' as kind, o.id::text as reference, concat_ws(' · ', o.client_reference, o.package_name, o.status) as about, o.created_at as at,
         o.environment, a.code as account_code, a.company_name, null as opens, ${rank}::int as rank
    from orders o join accounts a on a.id = o.account_id where o.id = ${id}::bigint limit ${MOST_OF_A_KIND}`);

const ordersCalled = (ctx: Ctx, lower: string) =>
  ctx.db.query<Inside>(sql`
  select 'order' as kind, f.id::text as reference, concat_ws(' · ', f.client_reference, f.package_name, f.status) as about, f.created_at as at,
         f.environment, a.code as account_code, a.company_name, null as opens, 1 as rank
    from (select * from orders
           where client_reference is not null and lower(client_reference) ~>=~ ${lower} and lower(client_reference) ~<~ ${lower + AFTER_ALL}
           order by lower(client_reference) using ~<~ limit ${MOST_OF_A_KIND}) f join accounts a on a.id = f.account_id`);

const esims = (ctx: Ctx, wanted: string, digits: string) =>
  ctx.db.query<Inside>(sql`
  select 'esim' as kind, f.iccid as reference, concat_ws(' · ', 'B2B-' || f.order_id, f.supplier_code, f.status) as about, f.created_at as at,
         f.environment, a.code as account_code, a.company_name, null as opens, 1 as rank
    from (
      (select * from esims e where ${iccidEnds(wanted, FROM_END_EVERYWHERE)} order by ${FROM_END_EVERYWHERE} using ~<~ limit ${MOST_OF_A_KIND})
      union all
      (select * from esims e where ${digits.length === 32} and e.eid = ${digits} limit ${MOST_OF_A_KIND})
      union all
      (select * from esims e where ${digits.length >= 14} and e.imsi = ${digits} limit ${MOST_OF_A_KIND})) f
    join accounts a on a.id = f.account_id`);

/** By the provider's number of the payment, or of its money. */
const payments = (ctx: Ctx, wanted: string) =>
  ctx.db.query<Inside & { opens: string }>(sql`
  select 'payment' as kind, coalesce(p.money_reference, p.reference) as reference,
         concat_ws(' · ', p.provider, p.status, p.amount || ' ' || p.currency, c.email) as about, p.created_at as at,
         p.environment, a.code as account_code, a.company_name, c.number as opens, 1 as rank
    from (select * from payments where money_reference = ${wanted} union select * from payments where reference = ${wanted}) p
    join accounts a on a.id = p.account_id join checkouts c on c.id = p.checkout_id limit ${MOST_OF_A_KIND}`);

/** By what a supplier calls an order of ours. */
const bySupplier = (ctx: Ctx, wanted: string) =>
  ctx.db.query<Inside>(sql`
  select 'order' as kind, o.id::text as reference, concat_ws(' · ', s.supplier_code || ' ' || s.supplier_reference, o.package_name, o.status) as about,
         o.created_at as at, o.environment, a.code as account_code, a.company_name, null as opens, 1 as rank
    from supplier_orders s join orders o on o.id = s.order_id join accounts a on a.id = o.account_id
   where s.supplier_code in (select code from suppliers) and s.supplier_reference = ${wanted} limit ${MOST_OF_A_KIND}`);

const cases = (ctx: Ctx, orderId: number) =>
  ctx.db.query<Inside>(sql`
  select 'case' as kind, 'B2B-' || s.order_id as reference, concat_ws(' · ', 'Waits for a decision', s.supplier_code) as about, s.created_at as at,
         o.environment, a.code as account_code, a.company_name, null as opens, 1 as rank
    from supplier_orders s join orders o on o.id = s.order_id join accounts a on a.id = o.account_id
   where s.order_id = ${orderId}::bigint and s.status = 'review' limit 1`);

const entries = (ctx: Ctx, id: number) =>
  ctx.db.query<Row>(sql`
  select 'entry' as kind, l.id::text as reference, concat_ws(' · ', l.type, l.amount || ' ' || l.currency) as about, l.created_at as at,
         'live' as environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from ledger_entries l join accounts a on a.id = l.account_id where l.id = ${id}::bigint`);

const fundings = (ctx: Ctx, reference: string) =>
  ctx.db.query<Row>(sql`
  select 'funding' as kind, f.reference, f.amount || ' ' || f.currency as about, f.asked_at as at,
         null as environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from funding_requests f join accounts a on a.id = f.account_id where f.reference = ${reference}`);

const requests = (ctx: Ctx, id: string) =>
  ctx.db.query<Inside>(sql`
  select 'request' as kind, r.request_id as reference, r.method || ' ' || r.path || ', ' || r.status as about, r.created_at as at,
         r.environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from api_requests r join accounts a on a.id = r.account_id where r.request_id = ${id} limit 5`);

const events = (ctx: Ctx, id: string) =>
  ctx.db.query<Inside>(sql`
  select 'event' as kind, e.event_id as reference, e.type as about, e.created_at as at,
         e.environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from events e join accounts a on a.id = e.account_id where e.event_id = ${id}`);

/** Of the whole platform there are some thousands. */
const keys = (ctx: Ctx, wanted: string) =>
  ctx.db.query<Inside>(sql`
  select 'key' as kind, 'svc_' || k.environment || '_' || k.public_id as reference, k.name as about, k.created_at as at,
         k.environment, a.code as account_code, a.company_name, null as opens, 0 as rank
    from api_keys k join accounts a on a.id = k.account_id
   where k.environment = ${wanted.slice(4, 8)} and starts_with(k.public_id::text, ${wanted.slice(9, 17)}) limit 5`);
