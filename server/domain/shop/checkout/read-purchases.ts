import { type Esim, findEsimById } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";
import type { StoreLink } from "./links.ts";

/** An eSIM of a traveller, with what it was bought as. */
export type OwnedEsim = { esim: Esim; checkout: Checkout };

const MOST = 200;

/** The purchase of a link, as it stands. */
export async function getPurchase(ctx: AccountCtx, link: StoreLink): Promise<Checkout> {
  const { accountId, environment } = tenant(ctx);
  const [checkout] =
    link.checkoutId === null
      ? []
      : await ctx.db.query<Checkout>(sql`
          select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id
           where c.id = ${link.checkoutId} and c.account_id = ${accountId} and c.environment = ${environment}`);
  return checkout ?? fail("resource_not_found", "This link is not known here, or it is too old.");
}

/** Every eSIM that a link opens, newest first. A purchase that was a top-up opens the eSIM it is for. */
export async function listOwnedEsims(ctx: AccountCtx, link: StoreLink): Promise<OwnedEsim[]> {
  const { accountId, environment } = tenant(ctx);
  const opened =
    link.kind === "purchase"
      ? sql`e.order_id = (select order_id from checkouts where id = ${link.checkoutId}) or e.id = (select esim_id from checkouts where id = ${link.checkoutId})`
      : link.kind === "person"
        ? sql`e.order_id in (select order_id from checkouts where account_id = ${accountId} and environment = ${environment} and email = ${link.email} and order_id is not null)`
        : sql`e.id = ${link.esimId}`;
  const rows = await ctx.db.query<Checkout & { ownedId: number }>(sql`
    select e.id as owned_id, ${CHECKOUT_COLUMNS} from esims e join checkouts c on c.order_id = e.order_id join accounts a on a.id = c.account_id
     where e.account_id = ${accountId} and e.environment = ${environment} and (${opened}) order by e.id desc limit ${MOST}`);
  return await Promise.all(
    rows.map(async ({ ownedId, ...checkout }) => ({ esim: (await findEsimById(ctx.db, ownedId))!, checkout })),
  );
}

/** One of them; an eSIM that the link does not open does not exist. */
export async function getOwnedEsim(ctx: AccountCtx, link: StoreLink, esimId: number): Promise<OwnedEsim> {
  const owned = (await listOwnedEsims(ctx, link)).find(({ esim }) => esim.id === esimId);
  return owned ?? fail("resource_not_found", "This link does not open such an eSIM.");
}

/** What a shared link shows, whoever sold it: eSIMs that the reseller bought for a traveller have no purchase. */
export async function getSharedEsim(ctx: AccountCtx, link: StoreLink): Promise<{ esim: Esim; title: string }> {
  const { accountId, environment } = tenant(ctx);
  const [found] = await ctx.db.query<{ id: number; title: string }>(sql`
    select e.id, coalesce((select c.package_name from checkouts c where c.order_id = o.id limit 1), o.package_name) as title
      from esims e join orders o on o.id = e.order_id
     where e.id = ${link.esimId} and e.account_id = ${accountId} and e.environment = ${environment}`);
  if (link.kind !== "share" || !found) return fail("resource_not_found", "This link does not open such an eSIM.");
  return { esim: (await findEsimById(ctx.db, found.id))!, title: found.title };
}

/** Somebody looks at an open purchase: how it stands at the provider is asked now, not at the next planned look. */
export async function lookAtCheckout(ctx: AccountCtx, { id, status }: Checkout): Promise<void> {
  if (status === "opened" || status === "abandoned") await enqueue(ctx.db, "settle-checkout", { checkoutId: id });
}
