import { type Esim, findEsimById } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import type { Money } from "#server/kernel/money.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";
import { describeItem, placeName } from "./describe-item.ts";
import { soldAs } from "./lines.ts";
import type { StoreLink } from "./links.ts";
import type { Language } from "./mails/language.ts";
import { parseSaleNumber } from "./sale-number.ts";

/** An eSIM of a traveller. `email`: who bought it in the shop; those that the reseller ordered have no purchase. */
export type OwnedEsim = {
  esim: Esim;
  /** Another one took its place under the connection guarantee. */
  isReplaced: boolean;
  email: string | null;
  /** Its purchase. */
  checkoutId: number | null;
  /** What goes back of its purchase. */
  refund: { amount: Money; currency: string } | null;
  titleIn(language: Language): string;
  /** Where it is valid. */
  placeIn(language: Language): string;
};

type Item = Parameters<typeof describeItem>[0];

type Row = Item & {
  ownedId: number;
  isReplaced: boolean;
  boughtAs: string | null;
  checkoutId: number | null;
  email: string | null;
  refundDue: Money | null;
  currency: string | null;
};

const MOST = 200;

/** The purchase of a link, as it stands; with its number one that was paid for with the address of the link. */
export async function getPurchase(ctx: AccountCtx, link: StoreLink, number?: string): Promise<Checkout> {
  const which =
    number === undefined
      ? sql`c.id = ${link.checkoutId}`
      : sql`${paidBy(link)} and c.number = ${parseSaleNumber(number) ?? ""}`;
  const [checkout] = await findPurchases(ctx, which, 1);
  return checkout ?? fail("resource_not_found", "This link is not known here, or it is too old.");
}

/** Everything that was paid for with the address of a link, newest first: also what was given to somebody, and what came to nothing. */
export const listPurchases = (ctx: AccountCtx, link: StoreLink): Promise<Checkout[]> =>
  findPurchases(ctx, paidBy(link), MOST);

/** An address is the link's of nobody but a person. */
const paidBy = ({ email }: StoreLink): Sql => sql`c.email = ${email} and c.paid_at is not null`;

async function findPurchases(ctx: AccountCtx, which: Sql, most: number): Promise<Checkout[]> {
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.query<Checkout>(sql`
    select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id
     where c.account_id = ${accountId} and c.environment = ${environment} and ${which} order by c.id desc limit ${most}`);
}

/**
 * Every eSIM that a link opens, newest first. A purchase that was a top-up opens the eSIM it is for. What was given to somebody is theirs
 * alone, once it was sent: neither the purchase's link nor the buyer's opens it.
 */
export async function listOwnedEsims(ctx: AccountCtx, link: StoreLink): Promise<OwnedEsim[]> {
  const { accountId, environment } = tenant(ctx);
  const ofPurchases = (which: Sql) => sql`
    select s.id from checkouts b left join gifts g on g.checkout_id = b.id cross join lateral
                     (select order_id from sale_lines where checkout_id = b.id union all select order_id from replacements where checkout_id = b.id) x
                     join esims s on s.order_id = x.order_id
     where b.account_id = ${accountId} and b.environment = ${environment} and ${which}`;
  const opened =
    link.kind === "purchase"
      ? sql`${ofPurchases(sql`b.id = ${link.checkoutId} and g.checkout_id is null`)} union all select esim_id from checkouts where id = ${link.checkoutId}`
      : link.kind === "person"
        ? sql`${ofPurchases(sql`b.email = ${link.email} and g.checkout_id is null`)} union all ${ofPurchases(sql`g.email = ${link.email} and g.sent_at is not null`)}`
        : link.kind === "handover"
          ? sql`select esim_id from handover_esims where handover_id = ${link.handoverId} and ended_at is null`
          : link.kind === "gift"
            ? ofPurchases(sql`b.id = ${link.checkoutId} and g.sent_at is not null`)
            : sql`select ${link.esimId}::bigint`;
  const rows = await ctx.db.query<Row>(sql`
    select e.id as owned_id, exists (select from replacements w where w.esim_id = e.id and w.status = 'replaced') as is_replaced, case when g.checkout_id is null then l.package_name end as bought_as, l.checkout_id, coalesce(g.email, c.email) as email, case when g.checkout_id is null then c.refund_due end as refund_due, c.currency, p.type, p.country_code, p.region_code, p.data_mb, p.unlimited, p.per_day, p.duration_days
      from esims e join orders o on o.id = e.order_id join packages p on p.id = o.package_id left join replacements x on x.order_id = o.id left join esims f on f.id = x.esim_id
      left join ${soldAs(sql`coalesce(f.order_id, o.id)`)} on true left join checkouts c on c.id = l.checkout_id left join gifts g on g.checkout_id = l.checkout_id
     where e.account_id = ${accountId} and e.environment = ${environment} and e.id in (${opened}) order by e.id desc limit ${MOST}`);
  return await Promise.all(
    rows.map(async ({ ownedId, isReplaced, boughtAs, checkoutId, email, refundDue, currency, ...item }) => ({
      esim: (await findEsimById(ctx.db, ownedId))!,
      isReplaced,
      email,
      checkoutId,
      refund: refundDue?.greaterThan(0) && currency ? { amount: refundDue, currency } : null,
      titleIn: (language: Language) => boughtAs ?? describeItem(item, language),
      placeIn: (language: Language) => placeName(item, language),
    })),
  );
}

/** One of them; an eSIM that the link does not open does not exist. */
export async function getOwnedEsim(ctx: AccountCtx, link: StoreLink, esimId: number): Promise<OwnedEsim> {
  const owned = (await listOwnedEsims(ctx, link)).find(({ esim }) => esim.id === esimId);
  return owned ?? fail("resource_not_found", "This link does not open such an eSIM.");
}

/** Somebody looks at an open purchase: how it stands at the provider is asked now, not at the next planned look. */
export async function lookAtCheckout(ctx: AccountCtx, { id, status }: Checkout): Promise<void> {
  if (status === "opened" || status === "abandoned") await enqueue(ctx.db, "settle-checkout", { checkoutId: id });
}
