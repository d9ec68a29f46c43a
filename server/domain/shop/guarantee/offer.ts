import type { Esim } from "#server/domain/selling/esims/index.ts";
import { soldAs } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { findEqualPlan } from "./find-equal.ts";
import { readGuarantee } from "./guarantee.ts";
import type { Reason, ReplacementStatus } from "./replacement.ts";

/** An eSIM that is installed connects within minutes where it is valid; before that there is nothing to guarantee. */
export const SILENT_FOR = 10 * MINUTE;

/** How an eSIM of a shop stands under the guarantee, by what is on record. */
export type Offer = {
  /** Installed, and not in use by anything that is known. */
  silent: boolean;
  /** Another one is given for it if its traveller asks now: when that will be so, at the latest, for one that was just installed. */
  from: Date | null;
  /** What became of it when it was asked. */
  replacement: { status: ReplacementStatus; reason: Reason | null } | null;
};

export const isSilent = ({ status, installationStatus, usedBytes }: Esim): boolean =>
  status === "installed" && installationStatus === "installed" && usedBytes === 0;

export async function readOffer(ctx: AccountCtx, esim: Esim): Promise<Offer> {
  const silent = isSilent(esim);
  const replacement = await findReplacementOf(ctx, esim.id);
  const from = silent && !replacement && (await isGuaranteed(ctx, esim)) ? silentFrom(esim) : null;
  return { silent, from, replacement };
}

export async function findReplacementOf({ db }: AccountCtx, esimId: number): Promise<Offer["replacement"]> {
  const [found] = await db.query<NonNullable<Offer["replacement"]>>(sql`
    select x.status, x.reason from replacements x where x.esim_id = ${esimId}`);
  return found ?? null;
}

export const silentFrom = ({ installedAt, createdAt }: Esim): Date => after(installedAt ?? createdAt, SILENT_FOR);

/** Whether its reseller would replace it now. */
async function isGuaranteed(ctx: AccountCtx, { id }: Esim): Promise<boolean> {
  const { monthly, used } = await readGuarantee(ctx, ctx.db);
  return (
    monthly !== null &&
    used < monthly &&
    (await findEntitled(ctx, ctx.db, id)) !== null &&
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

/** Whether somebody cancels it, or has. */
export async function isBeingCancelled(db: Transaction, esimId: number): Promise<boolean> {
  const { found } = one(
    await db.query<{ found: boolean }>(
      sql`select exists (select from actions where esim_id = ${esimId} and action = 'cancel' and status <> 'failed') as found`,
    ),
  );
  return found;
}
