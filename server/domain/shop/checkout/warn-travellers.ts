import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { sendEsimWarning } from "./mails/send-store-mail.ts";

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

/**
 * Tells travellers that 75 or 90 % of their data are used, or that 3 days or 1 day are left, each once: a top-up makes new
 * data and a new end, of which they are told again. Of two warnings that are due the stronger one is sent.
 */
export async function warnTravellers(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const due = await ctx.db.query<Due>(sql`
    select e.id as esim_id, c.id as checkout_id, c.number, a.code as account_code, e.environment, c.email, c.locale, e.total_bytes,
           e.expires_at, case when e.total_bytes > 0 then e.used_bytes * 100.0 / e.total_bytes end::float as percent
      from esims e join sale_lines l on l.order_id = e.order_id join checkouts c on c.id = l.checkout_id join accounts a on a.id = e.account_id
     where e.status in ('activated', 'exhausted') and a.status = 'active'
       and ((e.total_bytes > 0 and e.used_bytes * 4 >= e.total_bytes * 3
             and not exists (select from esim_notices n where n.esim_id = e.id
                               and n.notice = 'data:' || case when e.used_bytes * 10 >= e.total_bytes * 9 then 90 else 75 end || ':' || e.total_bytes))
         or (e.expires_at between ${now} and ${after(now, 3 * DAY)}
             and not exists (select from esim_notices n where n.esim_id = e.id
                               and n.notice = 'end:' || case when e.expires_at <= ${after(now, DAY)} then 1 else 3 end || ':' || extract(epoch from e.expires_at)::bigint)))
     order by e.id limit ${MOST}`);
  let sent = 0;
  for (const one of due) sent += await warn(ctx, one, now);
  return sent;
}

async function warn(ctx: Ctx, due: Due, now: Date): Promise<number> {
  const account = await enterAccount(ctx, due.accountCode, due.environment);
  const percent = due.percent === null || due.percent < 75 ? null : due.percent >= 90 ? 90 : 75;
  const days =
    due.expiresAt && due.expiresAt > now && due.expiresAt <= after(now, 3 * DAY)
      ? due.expiresAt <= after(now, DAY)
        ? 1
        : 3
      : null;
  let sent = 0;
  await ctx.db.transaction(async (tx) => {
    const isNew = async (notice: string) => {
      const data = { esimId: due.esimId, notice, createdAt: now };
      const { count } = await tx.prisma.travellerNotification.createMany({ data, skipDuplicates: true });
      return count > 0;
    };
    const to = { id: due.checkoutId, number: due.number, email: due.email, locale: due.locale };
    if (percent && (await isNew(`data:${percent}:${due.totalBytes}`))) {
      if (percent === 90) await isNew(`data:75:${due.totalBytes}`);
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
