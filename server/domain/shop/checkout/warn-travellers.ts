import { isProductSold } from "#server/domain/catalogue/catalog/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { forEach } from "#server/kernel/for-each.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { placeName } from "./describe-item.ts";
import { soldAs } from "./lines.ts";
import { toLanguage } from "./mails/language.ts";
import { sendEsimWarning } from "./mails/send-esim-mail.ts";
import { isFirst, STOPPED } from "./traveller-notices.ts";

type Due = {
  esimId: number;
  checkoutId: number;
  number: string;
  accountCode: string;
  environment: "test" | "live";
  email: string;
  locale: string;
  /** Of the data; null for an unlimited eSIM. */
  percent: number | null;
  totalBytes: number;
  expiresAt: Date | null;
};

const MOST = 500;

/** With the purchase of an eSIM e as c: also of one that replaces another. Those that travellers have stopped are left out, and those that were replaced. */
const BOUGHT = sql`
  left join replacements x on x.order_id = e.order_id left join esims f on f.id = x.esim_id
  cross join ${soldAs(sql`coalesce(f.order_id, e.order_id)`)} join checkouts c on c.id = l.checkout_id join accounts a on a.id = e.account_id`;
const IS_WANTED = sql`a.status = 'active' and not exists (select from esim_notices n where n.esim_id = e.id and n.notice = ${STOPPED})
  and not exists (select from replacements w where w.esim_id = e.id and w.status = 'replaced')`;
/** More is being bought by itself: whoever has allowed that need not hear that little is left. */
const IS_TOPPED_UP = sql`
  exists (select from checkouts k where k.esim_id = e.id and k.auto_topup_id is not null and k.status in ('opened', 'paid', 'ordered'))`;

/** What was told in n of another plan of the eSIM e, which was as large: since then less was used than anybody is told of. */
const IS_PAST = sql`
  exists (select from esim_usage m where m.esim_id = e.id and m.recorded_at > n.created_at and m.total_bytes = e.total_bytes and m.used_bytes * 5 < m.total_bytes * 4)`;

/**
 * Tells travellers that 80 or 90 % of their data are used, or that 3 days or 1 day are left, each once: a top-up makes new
 * data and a new end, of which they are told again. Of two warnings that are due the stronger one is sent.
 */
export async function warnTravellers(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const due = await ctx.db.query<Due>(sql`
    select e.id as esim_id, c.id as checkout_id, c.number, a.code as account_code, e.environment, c.email, c.locale, e.total_bytes,
           e.expires_at, case when e.total_bytes > 0 then e.used_bytes * 100.0 / e.total_bytes end::float as percent
      from esims e ${BOUGHT}
     where e.status in ('activated', 'exhausted') and ${IS_WANTED} and not ${IS_TOPPED_UP}
       and ((e.total_bytes > 0 and e.used_bytes * 5 >= e.total_bytes * 4
             and not exists (select from esim_notices n where n.esim_id = e.id
                               and n.notice = 'data:' || case when e.used_bytes * 10 >= e.total_bytes * 9 then 90 else 80 end || ':' || e.total_bytes and not ${IS_PAST}))
         or (e.expires_at between ${now} and ${after(now, 3 * DAY)}
             and not exists (select from esim_notices n where n.esim_id = e.id
                               and n.notice = 'end:' || case when e.expires_at <= ${after(now, DAY)} then 1 else 3 end || ':' || extract(epoch from e.expires_at)::bigint)))
     order by e.id limit ${MOST}`);
  const silent = Map.groupBy(await listSilent(ctx, now), ({ supplierCode }) => supplierCode);
  // Nobody waits for a supplier that hangs, or for a fault, that is not theirs.
  const ends = await Promise.allSettled([
    warnEach(ctx, due, now),
    ...silent.values().map((own) => askSilent(ctx, own, now)),
  ]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return ends.reduce((sum, end) => sum + (end.status === "fulfilled" ? end.value : 0), 0);
}

async function warnEach(ctx: Ctx, due: Due[], now: Date): Promise<number> {
  let sent = 0;
  const act = async (one: Due) => {
    sent += await warn(ctx, one, now);
  };
  await forEach(due, act, ({ esimId }) => `the traveller with eSIM ${esimId} could not be warned`);
  return sent;
}

async function warn(ctx: Ctx, due: Due, now: Date): Promise<number> {
  const account = await enterAccount(ctx, due.accountCode, due.environment);
  const percent = due.percent === null || due.percent < 80 ? null : due.percent >= 90 ? 90 : 80;
  const days =
    due.expiresAt && due.expiresAt > now && due.expiresAt <= after(now, 3 * DAY)
      ? due.expiresAt <= after(now, DAY)
        ? 1
        : 3
      : null;
  let sent = 0;
  await ctx.db.transaction(async (tx) => {
    const isNew = (notice: string) => isFirst(tx, due.esimId, notice, now);
    const to = { id: due.checkoutId, number: due.number, email: due.email, locale: due.locale };
    if (percent)
      await tx.query(sql`
        delete from esim_notices n using esims e where e.id = n.esim_id and e.id = ${due.esimId} and n.notice like 'data:%:' || e.total_bytes and ${IS_PAST}`);
    if (percent && (await isNew(`data:${percent}:${due.totalBytes}`))) {
      if (percent === 90) await isNew(`data:80:${due.totalBytes}`);
      await sendEsimWarning(tx, account, to, due.esimId, { kind: "low-data", percent });
      sent++;
    }
    const end = due.expiresAt && Math.round(due.expiresAt.getTime() / 1000);
    if (days && (await isNew(`end:${days}:${end}`))) {
      if (days === 1) await isNew(`end:3:${end}`);
      await sendEsimWarning(tx, account, to, due.esimId, { kind: "expiry", days });
      sent++;
    }
  });
  return sent;
}

/** Installed eSIMs connect within minutes where they are valid; older than that nobody waits at an airport with it. */
const SILENT = { after: 10 * MINUTE, until: 30 * DAY };

type Silent = { supplierCode: string } & Pick<
  Due,
  "esimId" | "checkoutId" | "number" | "accountCode" | "environment" | "email" | "locale"
> &
  Parameters<typeof placeName>[0] & { isGuaranteed: boolean };

/**
 * Asks travellers whose eSIM of one supplier is installed and not in use, once, whether it connects. Whether they have arrived nobody
 * knows before it does: the mail says where to look when they have. What is on record may be hours old, so that the supplier is asked before.
 */
async function askSilent(ctx: Ctx, known: Silent[], now: Date): Promise<number> {
  await syncEsimsById(
    ctx,
    known.map(({ esimId }) => esimId),
  );
  let sent = 0;
  for (const one of await listSilent(ctx, now)) {
    if (!known.some(({ esimId }) => esimId === one.esimId)) continue;
    const account = await enterAccount(ctx, one.accountCode, one.environment);
    const place = placeName(one, toLanguage(one.locale));
    const to = { id: one.checkoutId, number: one.number, email: one.email, locale: one.locale };
    await ctx.db.transaction(async (tx) => {
      if (!(await isFirst(tx, one.esimId, "silent", now))) return;
      await sendEsimWarning(tx, account, to, one.esimId, { kind: "silent", place, isGuaranteed: one.isGuaranteed });
      sent++;
    });
  }
  return sent;
}

const listSilent = (ctx: Ctx, now: Date) =>
  ctx.db.query<Silent>(sql`
    select e.id as esim_id, e.supplier_code, c.id as checkout_id, c.number, a.code as account_code, e.environment, c.email, c.locale, sold.type, sold.country_code, sold.region_code,
           exists (select from guarantees g where g.account_id = e.account_id and g.environment = e.environment) and f.id is null
             and exists (select from packages p where ${isProductSold(sql`o.product_key`, sql`o.created_at`)} and p.status = 'on_sale' and p.supplier_code <> e.supplier_code) as is_guaranteed
      from esims e ${BOUGHT} join orders o on o.id = e.order_id join packages sold on sold.id = l.package_id
     where e.status = 'installed' and e.installed_at between ${after(now, -SILENT.until)} and ${after(now, -SILENT.after)}
       and e.installation_status = 'installed' and e.used_bytes = 0 and ${IS_WANTED}
       and not exists (select from replacements w where w.esim_id = e.id)
       and not exists (select from esim_notices n where n.esim_id = e.id and n.notice = 'silent')
     order by e.installed_at limit ${MOST}`);
