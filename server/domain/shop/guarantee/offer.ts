import { describeSupplier, SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import { soldAs } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { findEqualPlan } from "./find-equal.ts";
import { readGuarantee } from "./guarantee.ts";
import { mailboxOf } from "./mailbox.ts";
import type { Reason, ReplacementStatus } from "./replacement.ts";

/** An eSIM that is installed connects within minutes where it is valid; before that there is nothing to guarantee. */
export const SILENT_FOR = 10 * MINUTE;
/** Of one of which only its traveller says that it is installed, from its delivery on. */
const UNSEEN_FOR = HOUR;
/** Later nothing tells one that was installed and stayed silent from one that was laid by. */
const UNSEEN_UNTIL = 30 * DAY;
/** To whoever had another one, none of those is replaced for so long. */
const ONCE_IN = 365 * DAY;

/** How an eSIM of a shop stands under the guarantee, by what is on record. */
export type Offer = {
  /** Installed, and not in use by anything that is known. */
  silent: boolean;
  /** That it is installed only its traveller can say. */
  unseen: boolean;
  /** Another one is given for it if its traveller asks now: when that will be so, at the latest, for one that was just installed. */
  from: Date | null;
  /** What became of it when it was asked. */
  replacement: { status: ReplacementStatus; reason: Reason | null } | null;
};

/** Suppliers that do not say whether an eSIM was installed. */
export const listUnseenSuppliers = (): SupplierCode[] =>
  SUPPLIER_CODES.filter((code) => !describeSupplier(code).reportsInstallation);

/** Its supplier does not say whether it was installed. In the sandbox every one does. */
export const isUnseen = ({ environment, supplierCode }: Esim): boolean =>
  environment === "live" && !describeSupplier(supplierCode as SupplierCode).reportsInstallation;

export function isSilent(esim: Esim): boolean {
  const { status, installationStatus, usedBytes } = esim;
  if (usedBytes > 0) return false;
  return isUnseen(esim)
    ? status === "ready" && installationStatus === "not_installed"
    : status === "installed" && installationStatus === "installed";
}

export async function readOffer(ctx: AccountCtx, esim: Esim): Promise<Offer> {
  const [silent, unseen] = [isSilent(esim), isUnseen(esim)];
  const replacement = await findReplacementOf(ctx, esim.id);
  const isLate = unseen && ctx.clock.now() > after(esim.createdAt, UNSEEN_UNTIL);
  const from = silent && !isLate && !replacement && (await isGuaranteed(ctx, esim)) ? silentFrom(esim) : null;
  return { silent, unseen, from, replacement };
}

export async function findReplacementOf({ db }: AccountCtx, esimId: number): Promise<Offer["replacement"]> {
  const [found] = await db.query<NonNullable<Offer["replacement"]>>(sql`
    select x.status, x.reason from replacements x where x.esim_id = ${esimId}`);
  return found ?? null;
}

const silentFrom = (esim: Esim): Date =>
  isUnseen(esim) ? after(esim.createdAt, UNSEEN_FOR) : after(esim.installedAt ?? esim.createdAt, SILENT_FOR);

/** Whether its reseller would replace it now. */
async function isGuaranteed(ctx: AccountCtx, esim: Esim): Promise<boolean> {
  const { id } = esim;
  const { monthly, used } = await readGuarantee(ctx, ctx.db);
  if (monthly === null || used >= monthly) return false;
  const checkoutId = await findEntitled(ctx, ctx.db, id);
  return (
    checkoutId !== null &&
    !(isUnseen(esim) && (await hadOne(ctx, ctx.db, checkoutId))) &&
    (await findEqualPlan(ctx, id)) !== null
  );
}

/**
 * The purchase of an eSIM whose payment is there for it: nothing of that goes back or is disputed, and nothing was put on the eSIM that
 * another one would not have. Null where it is not so, and for what no shop sold.
 */
export async function findEntitled(ctx: AccountCtx, db: Transaction, esimId: number): Promise<number | null> {
  const { accountId, environment } = tenant(ctx);
  const [row] = await db.query<{ checkoutId: number }>(sql`
    select c.id as checkout_id from esims e cross join ${soldAs(sql`e.order_id`)} join checkouts c on c.id = l.checkout_id
      left join payments p on p.checkout_id = c.id
     where e.id = ${esimId} and c.account_id = ${accountId} and c.environment = ${environment} and ${IS_PAID_FOR}`);
  return row?.checkoutId ?? null;
}

/** Of an eSIM e, its purchase c and the payment p. A voucher has none: when no other eSIM comes of it, nothing could go back for the first one. */
const IS_PAID_FOR: Sql = sql`
  c.status = 'delivered' and p.id is not null and c.refund_due < c.total_amount
  and not exists (select from payment_refunds r where r.payment_id = p.id and (r.cause = 'esim:' || e.id or e.iccid = any(r.to_cancel)))
  and not exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')
  and not exists (select from actions t where t.esim_id = e.id and t.action = 'topup' and t.status <> 'failed')`;

/** Whether the mailbox of a purchase's buyer was given another eSIM within a year, however its address was written. */
export async function hadOne(ctx: AccountCtx, db: Transaction, checkoutId: number): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  const { found } = one(
    await db.query<{ found: boolean }>(sql`
      select exists (select from replacements x join checkouts c on c.id = x.checkout_id join checkouts b on ${mailboxOf(sql`b.email`)} = ${mailboxOf(sql`c.email`)}
                      where b.id = ${checkoutId} and x.account_id = ${accountId} and x.environment = ${environment} and x.status <> 'refused'
                        and x.created_at > ${after(ctx.clock.now(), -ONCE_IN)}) as found`),
  );
  return found;
}

/** Whether somebody cancels it, or has. */
export async function isBeingCancelled(db: Transaction, esimId: number): Promise<boolean> {
  const { found } = one(
    await db.query<{ found: boolean }>(
      sql`select exists (select from actions where esim_id = ${esimId} and action = 'cancel' and status <> 'failed') as found`,
    ),
  );
  return found;
}
