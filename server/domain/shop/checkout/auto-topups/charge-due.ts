import { prepareCharge } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { findVat } from "#server/domain/shop/law/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { describeTopup } from "../describe-item.ts";
import { findBuyer, judgeVat } from "../judge-vat.ts";
import { type Item, keepCheckout, totalOf } from "../keep-checkout.ts";
import { toLanguage } from "../mails/language.ts";
import { requireFunds } from "../require-funds.ts";
import { findOption } from "./allow-auto-topup.ts";
import { AUTO_TOPUP_COLUMNS, type AutoTopup } from "./auto-topup.ts";
import { endAutoTopup } from "./end-auto-topup.ts";
import { claimOccasion } from "./limit.ts";
import { offersAutoTopups } from "./setting.ts";

/** What is not paid by then is not charged any more. */
const OPEN_FOR = HOUR;
const BATCH = 500;

type Due = AutoTopup & {
  /** What makes it due, in words that stay the same until there is more data, or a later end. */
  occasion: string;
};

/** Of `auto_topups` u with its eSIM e. */
const OCCASION = sql`
  case u.trigger_kind when 'data' then 'data:' || e.total_bytes else 'end:' || to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD') end`;

/**
 * Buys what travellers have allowed to be bought by itself, for each occasion once: 80 or 90 % of the data used, or three days or one before the
 * end. Nothing is bought beside another top-up that is under way, nor sooner after the last one than its news can be here.
 */
export async function chargeDueTopups(ctx: Ctx): Promise<number> {
  let opened = 0;
  for (let last = 0; ; ) {
    const due = await listDue(ctx, last);
    for (const one of due) if (await openOne(ctx, one)) opened++;
    if (due.length < BATCH) return opened;
    last = due.at(-1)!.id;
  }
}

async function listDue({ db, clock }: Ctx, last: number): Promise<Due[]> {
  const now = clock.now();
  return await db.query<Due>(sql`
    select ${AUTO_TOPUP_COLUMNS}, ${OCCASION} as occasion
      from auto_topups u join accounts a on a.id = u.account_id join esims e on e.id = u.esim_id
     where u.status = 'active' and u.id > ${last}::bigint and a.status = 'active' and e.status in ('activated', 'exhausted')
       and case u.trigger_kind when 'data' then e.total_bytes > 0 and e.used_bytes * 100 >= e.total_bytes * u.trigger_at
             else e.expires_at > ${now} and e.expires_at <= ${now}::timestamptz + u.trigger_at * interval '1 day' end
       and not exists (select from checkouts c where c.esim_id = e.id
             and case when c.status in ('opened', 'paid', 'ordered') then true
                      when c.status = 'delivered' then c.auto_occasion = ${OCCASION} or (c.auto_occasion is not null
                        and c.created_at > case u.trigger_kind when 'data' then ${after(now, -HOUR)}::timestamptz else ${after(now, -DAY)}::timestamptz end)
                      else c.auto_topup_id = u.id and c.auto_occasion = ${OCCASION} end)
     order by u.id limit ${BATCH}`);
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
  if (!option || ctx.account.currency !== due.currency) return null;
  const country = (await findVat(ctx)) ? due.country : "";
  if (country === null) return null;
  const known = country === "" ? undefined : await findBuyer(ctx, due.esimId);
  const buyer = known?.country === country ? known : { country, name: "", address: "", vatId: "" };
  const vat = await judgeVat(ctx, option.price, buyer);
  const packageName = describeTopup(option, toLanguage(due.locale));
  const { packageId, price: retailPrice, unitCost } = option;
  const lines = [{ packageId, packageName, quantity: 1, retailPrice, unitCost }];
  const item: Item = { kind: "topup", esimId: due.esimId, topupCode: option.code, lines, discount: null, vat };
  if (totalOf(item).greaterThan(due.maxPrice)) return null;
  await requireFunds(ctx, unitCost);
  return item;
}

/** The purchase with the charge that pays it, once: under the row that a stop waits for, or was first at. */
async function open(ctx: AccountCtx, due: Due, item: Item): Promise<boolean> {
  const { id, occasion, email, locale, provider, customer, card } = due;
  return await ctx.db.transaction(async (tx) => {
    if (customer === null || card === null) return false;
    const claim = await claimOccasion(tx, due, totalOf(item));
    if (claim === "changed" || claim === "used_up") await endAutoTopup(tx, ctx, id, claim);
    if (claim !== "claimed") return false;
    const kept = { email, locale, attempt: `auto-topup:${id}:${occasion}`, auto: { id, occasion } };
    const { id: checkoutId, totalAmount: amount, currency } = await keepCheckout(tx, ctx, kept, item);
    const expiresAt = after(ctx.clock.now(), OPEN_FOR);
    await prepareCharge(tx, ctx, { checkoutId, provider, amount, currency, customer, card, expiresAt });
    return true;
  });
}
