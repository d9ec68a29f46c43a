import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { prepareCharge } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { topupProduct } from "#server/domain/selling/topups/index.ts";
import { findVat } from "#server/domain/shop/law/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { describeTopup } from "../describe-item.ts";
import { findBuyer, judgeVat } from "../judge-vat.ts";
import { type Item, keepCheckout, totalOf } from "../keep-checkout.ts";
import { toLanguage } from "../mails/language.ts";
import { requireFunds } from "../require-funds.ts";
import type { RetailTopup } from "../retail-topups.ts";
import { findOption } from "./allow-auto-topup.ts";
import { AUTO_TOPUP_COLUMNS, type AutoTopup, TRIGGERS } from "./auto-topup.ts";
import { endAutoTopup } from "./end-auto-topup.ts";
import { claimOccasion } from "./limit.ts";
import { offersAutoTopups } from "./setting.ts";

/** What is not paid by then is not charged any more. */
const OPEN_FOR = HOUR;
const BATCH = 500;
/** In percent of the data. */
const LEAST_USED = Math.min(...TRIGGERS.flatMap(({ kind, at }) => (kind === "data" ? at : [])));

type Due = AutoTopup & {
  /** What makes it due, in words that stay the same until there is more data, or a later end. */
  occasion: string;
};

/**
 * Of `auto_topups` u with its eSIM e. Where what was bought takes the place of what was used up and is as large, its size alone says nothing:
 * it counts how often it began anew, which is when less of it was used after a purchase than any of them waits for.
 */
const OCCASION = sql`
  case u.trigger_kind when 'data' then 'data:' || e.total_bytes || coalesce((
      select ':' || nullif(count(*), 0) from checkouts b
       where b.esim_id = e.id and b.status = 'delivered' and split_part(b.auto_occasion, ':', 1) = 'data' and split_part(b.auto_occasion, ':', 2) = e.total_bytes::text
         and exists (select from esim_usage m where m.esim_id = e.id and m.recorded_at > b.created_at and m.total_bytes = e.total_bytes and m.used_bytes * 100 < m.total_bytes * ${LEAST_USED})), '')
    else 'end:' || to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD') end`;

/** Whether something is to be bought now, under this name: it is due, was not bought, and nothing else is under way or has just come. */
const isDue = (now: Date): Sql => sql`
  u.status = 'active' and a.status = 'active' and e.status in ('activated', 'exhausted')
  and case u.trigger_kind when 'data' then e.total_bytes > 0 and e.used_bytes * 100 >= e.total_bytes * u.trigger_at
        else e.expires_at > ${now} and e.expires_at <= ${now}::timestamptz + u.trigger_at * interval '1 day' end
  and not exists (select from checkouts c where c.esim_id = e.id
        and case when c.status in ('opened', 'paid', 'ordered') then true
                 when c.status = 'delivered' then c.auto_occasion = ${OCCASION} or (c.auto_occasion is not null
                   and c.created_at > case u.trigger_kind when 'data' then ${after(now, -HOUR)}::timestamptz else ${after(now, -DAY)}::timestamptz end)
                 else c.auto_topup_id = u.id and c.auto_occasion = ${OCCASION} end)`;

const FROM = sql`from auto_topups u join accounts a on a.id = u.account_id join esims e on e.id = u.esim_id`;

/**
 * Buys what travellers have allowed to be bought by itself, for each occasion once: 80 or 90 % of the data used, or three days or one before the
 * end. Nothing is bought beside another top-up that is under way, nor sooner after the last one than its news can be here. Each is asked for
 * at its supplier: one that is slow to answer holds up its own only.
 */
export async function chargeDueTopups(ctx: Ctx): Promise<number> {
  const opened = await Promise.all(SUPPLIER_CODES.map((code) => chargeAt(ctx, code)));
  return opened.reduce((sum, count) => sum + count, 0);
}

async function chargeAt(ctx: Ctx, code: SupplierCode): Promise<number> {
  let opened = 0;
  for (let last = 0; ; ) {
    const due = await listDue(ctx, code, last);
    for (const one of due) if (await openOne(ctx, one)) opened++;
    if (due.length < BATCH) return opened;
    last = due.at(-1)!.id;
  }
}

async function listDue({ db, clock }: Ctx, code: SupplierCode, last: number): Promise<Due[]> {
  return await db.query<Due>(sql`
    select ${AUTO_TOPUP_COLUMNS}, ${OCCASION} as occasion ${FROM}
     where u.id > ${last}::bigint and e.supplier_code = ${code} and ${isDue(clock.now())} order by u.id limit ${BATCH}`);
}

/** Suppliers were asked since it was listed: by now it may have been bought by hand, or there may be more data. */
async function isStillDue(tx: Transaction, { clock }: Ctx, { id, occasion }: Due): Promise<boolean> {
  const [now] = await tx.query<Pick<Due, "occasion">>(sql`
    select ${OCCASION} as occasion ${FROM} where u.id = ${id}::bigint and ${isDue(clock.now())}`);
  return now?.occasion === occasion;
}

/** One that cannot be bought now, for the reseller's wallet, the supplier or a rate, holds up no other: the next run asks again. */
async function openOne(ctx: Ctx, due: Due): Promise<boolean> {
  try {
    const account = await enterAccount(ctx, due.accountCode, due.environment);
    if (!(await offersAutoTopups(account, ctx.db))) return false;
    const item = await price(account, due);
    if (item) return await open(account, due, item);
    await ctx.db.transaction((tx) => endAutoTopup(tx, account, due.id, "changed"));
  } catch (error) {
    const said = { autoTopupId: due.id, error: (error as Error).message };
    if (isServiceError(error)) log().warn(said, "an automatic top-up could not be bought now");
    else log().error(said, "an automatic top-up could not be bought");
  }
  return false;
}

/** What it comes to now; null where that is not what its traveller has allowed. */
async function price(ctx: AccountCtx, due: Due): Promise<Item | null> {
  const esim = (await findEsimById(ctx.db, due.esimId))!;
  const option = await findOption(ctx, esim, due.topupCode);
  if (!option || !isAsAllowed(option, due) || ctx.account.currency !== due.currency) return null;
  const country = (await findVat(ctx)) ? due.country : "";
  if (country === null) return null;
  const known = country === "" ? undefined : await findBuyer(ctx, due.esimId);
  const buyer = known?.country === country ? known : { country, name: "", address: "", vatId: "" };
  const vat = await judgeVat(ctx, option.price, buyer);
  const packageName = describeTopup(option, toLanguage(due.locale));
  const { packageId, price: retailPrice, unitCost } = option;
  const lines = [{ packageId, packageName, productKey: topupProduct(option), quantity: 1, retailPrice, unitCost }];
  const item: Item = { kind: "topup", esimId: due.esimId, topupCode: option.code, lines, discount: null, vat };
  if (totalOf(item).greaterThan(due.maxPrice)) return null;
  await requireFunds(ctx, unitCost);
  return item;
}

/** Under one code suppliers may sell something else one day. */
const isAsAllowed = (now: Pick<RetailTopup, "dataMb" | "durationDays">, { dataMb, durationDays }: Due): boolean =>
  dataMb === null || (now.dataMb === dataMb && now.durationDays === durationDays);

/** The purchase with the charge that pays it, once: under the row that a stop waits for, or was first at. */
async function open(ctx: AccountCtx, due: Due, item: Item): Promise<boolean> {
  const { id, occasion, email, locale, provider, customer, card } = due;
  return await ctx.db.transaction(async (tx) => {
    if (customer === null || card === null) return false;
    const claim = await claimOccasion(tx, due, totalOf(item));
    if (!(await isStillDue(tx, ctx, due))) return false;
    if (claim === "changed" || claim === "used_up") await endAutoTopup(tx, ctx, id, claim);
    if (claim !== "claimed") return false;
    const kept = { email, locale, attempt: `auto-topup:${id}:${occasion}`, auto: { id, occasion } };
    const { id: checkoutId, totalAmount: amount, currency } = await keepCheckout(tx, ctx, kept, item);
    const expiresAt = after(ctx.clock.now(), OPEN_FOR);
    await prepareCharge(tx, ctx, { checkoutId, provider, amount, currency, customer, card, expiresAt });
    return true;
  });
}
