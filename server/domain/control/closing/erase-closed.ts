import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { forEach } from "#server/kernel/for-each.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { GONE, NUMBER_LEFT } from "./forget-buyers.ts";
import { OPEN_REFUNDS } from "./held-refunds.ts";

const BATCH = 5_000;

type Closed = { id: number; code: string };

/** Of `a` and its wallet `w`: the term is over, and nothing is owed either way or still under way. What was begun is gone on with. */
const due = (before: Date): Sql => sql`
  a.closed_at < ${before} and a.erased_at is null and a.status = 'closed' and (a.erasing_at is not null or (
    w.balance = 0
    and not exists (select from orders where account_id = a.id and environment = 'live' and status in ('queued', 'processing'))
    and not exists (select from actions where account_id = a.id and environment = 'live' and status in ('queued', 'processing', 'under_review'))
    and not exists (select from checkouts where account_id = a.id and environment = 'live' and status in ('opened', 'paid'))
    and a.id not in (${OPEN_REFUNDS})))`;

/**
 * Deletes what is personal in accounts whose term after the closing is over, an account at a time. What is owed either way, or
 * still under way, comes first. One that cannot be deleted keeps no other. Ledger, orders, payments, invoices and the audit log stay (decision 114).
 */
export async function eraseClosed(ctx: Ctx): Promise<void> {
  requireOperator(ctx, "accounts:manage");
  const before = after(ctx.clock.now(), -env().eraseAfterDays * DAY);
  const accounts = await ctx.db.query<Closed>(sql`
    select a.id, a.code from accounts a join wallets w on w.account_id = a.id
     where ${due(before)} order by a.closed_at, a.id`);
  await forEach(
    accounts,
    (account) => erase(ctx, account, before),
    ({ code }) => `what is personal in ${code} could not be deleted`,
  );
}

async function erase(ctx: Ctx, { id, code }: Closed, before: Date): Promise<void> {
  if (!(await begin(ctx, id, before))) return;
  await eraseTravellers(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const [still] = await tx.query(sql`
      update accounts set erased_at = ${ctx.clock.now()}, email = ${GONE} where id = ${id} and erased_at is null returning id`);
    if (!still) return;
    await eraseTeam(tx, id);
    await eraseShop(tx, id);
    await recordAudit(tx, ctx, { act: "account.erase", accountId: id, subject: code });
  });
}

/** Judged anew by the statement that takes it: minutes may have passed, in which it was opened again or money came. */
async function begin({ db, clock }: Ctx, id: number, before: Date): Promise<boolean> {
  const begun = await db.query(sql`
    with free as (
      select a.id from accounts a join wallets w on w.account_id = a.id where a.id = ${id} and ${due(before)} for no key update of a, w)
    update accounts a set erasing_at = coalesce(a.erasing_at, ${clock.now()}) from free where a.id = free.id returning a.id`);
  return begun.length > 0;
}

/** So many at a time: run again after an end in the middle, it goes on where it was. */
async function eraseTravellers({ db }: Ctx, accountId: number): Promise<void> {
  const steps = [
    sql`update checkouts set email = ${GONE}, buyer_name = '', buyer_address = '', buyer_vat_id = ${NUMBER_LEFT}
         where id in (select id from checkouts where account_id = ${accountId} and email <> ${GONE} limit ${BATCH}) returning id`,
    // One that was not sent yet is not: nobody is left to send it to.
    sql`update gifts set name = '', email = ${GONE}, message = '', send_at = null, sent_at = null
         where checkout_id in (select g.checkout_id from gifts g join checkouts c on c.id = g.checkout_id
           where c.account_id = ${accountId} and g.email <> ${GONE} limit ${BATCH}) returning checkout_id`,
    sql`update auto_topups set email = ${GONE}, customer = case when customer is not null then ${GONE} end, card = case when status = 'active' then ${GONE} end,
               reason = null
         where id in (select id from auto_topups where account_id = ${accountId} and email <> ${GONE} limit ${BATCH}) returning id`,
    sql`update payments set customer = ${GONE}, card = ${GONE}
         where id in (select id from payments where account_id = ${accountId} and card <> ${GONE} limit ${BATCH}) returning id`,
    sql`update handovers set recipient = ${GONE}, sent_by = ${GONE}, withdrawn_by = null, mail_id = null
         where id in (select id from handovers where account_id = ${accountId} and recipient <> ${GONE} limit ${BATCH}) returning id`,
    // The version too: what was read before, with a device, is not written over it.
    sql`update esims set device_forgotten = true, eid = null, device_brand = null, device_model = null, device_os = null, device_imei = null,
               version = version + 1
         where id in (select id from esims where account_id = ${accountId} and not device_forgotten
                       order by id limit ${BATCH} for no key update) returning id`,
    // They tell of eSIMs with their devices. Whoever was to hear of them had half a year.
    sql`with gone as (
           delete from events where id in (select id from events where account_id = ${accountId} limit ${BATCH}) returning id
         ), untold as (
           delete from deliveries d using gone g, webhook_endpoints w
            where w.account_id = ${accountId} and d.endpoint_id = w.id and d.event_id = g.id returning d.id
         ), attempts as (
           delete from delivery_attempts where delivery_id in (select id from untold)
         ) select id from gone`,
    sql`delete from mails where id in (select id from mails where account_id = ${accountId} limit ${BATCH}) returning id`,
    sql`delete from store_links where token_hash in (select token_hash from store_links where account_id = ${accountId} limit ${BATCH})
         returning token_hash`,
  ];
  for (const step of steps) while ((await db.query(step)).length > 0);
}

/** Whoever is on no other team has no sign-in any more. */
async function eraseTeam(tx: Transaction, accountId: number): Promise<void> {
  const { prisma } = tx;
  const where = { accountId };
  const people = await prisma.membership.findMany({ where, select: { userId: true } });
  await prisma.membership.deleteMany({ where });
  const userIds = people.map(({ userId }) => userId);
  const lone = { id: { in: userIds }, isOperator: false, memberships: { none: {} } };
  const emails = (await prisma.user.findMany({ where: lone, select: { email: true } })).map(({ email }) => email);
  await prisma.user.deleteMany({ where: lone });
  // Those about their own sign-in are of no account.
  await prisma.mail.deleteMany({ where: { accountId: null, recipient: { in: emails } } });
  await prisma.signUp.deleteMany({ where: { email: { in: emails } } });
  await prisma.invitation.deleteMany({ where });
  await prisma.savedView.deleteMany({ where });
  await prisma.notification.deleteMany({ where });
  await prisma.balanceAlert.deleteMany({ where });
  await prisma.autoFunding.deleteMany({ where });
  await prisma.goLiveRequest.deleteMany({ where });
  await prisma.drill.deleteMany({ where });
  await prisma.fundingRequest.updateMany({ where, data: { askedBy: GONE, customer: null } });
  await prisma.voucherBatch.updateMany({ where, data: { createdBy: GONE } });
  await prisma.termsAcceptance.updateMany({ where, data: { acceptedBy: GONE } });
}

/** Who sold, under which names and with which keys. */
async function eraseShop({ prisma }: Transaction, accountId: number): Promise<void> {
  const where = { accountId };
  await prisma.seller.deleteMany({ where });
  await prisma.shopPage.deleteMany({ where });
  await prisma.mailWording.deleteMany({ where });
  await prisma.senderAddress.deleteMany({ where });
  await prisma.paymentSetting.deleteMany({ where });
  await prisma.brandDraft.deleteMany({ where });
  await prisma.brandVersion.deleteMany({ where });
  await prisma.vatSetting.deleteMany({ where });
  await prisma.picture.deleteMany({ where });
  const texts = { supportEmail: "", supportPhone: null, companyLegalName: "", customDomain: null, shop: {} };
  await prisma.brand.updateMany({ where, data: { ...texts, logoUrl: null, faviconUrl: null } });
}
