import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

/** How long rows that only serve a while are kept. What is kept in partitions says it there (`control/partitions`). */
const KEEP = {
  idempotencyKeys: 24 * HOUR,
  supplierNotices: 30 * DAY,
  keyUsage: 2 * DAY,
  attempts: DAY,
  devices: 365 * DAY,
  /** What suppliers count apart is counted by the minute. */
  turns: DAY,
  /** A year of figures, and as much again to compare it with. */
  shopViews: 731 * DAY,
  /** Longer than their deliveries, which are kept for 180 days. */
  events: 400 * DAY,
  /** Of no account: about somebody's own sign-in, or to an address that wanted to open one. Their links are long over. */
  mails: 30 * DAY,
};

/** Removes what has served its time. Orders, ledger and events are kept. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const before = (ms: number) => ({ lt: after(now, -ms) });
  const { prisma } = ctx.db;
  await prisma.idempotencyKey.deleteMany({ where: { createdAt: before(KEEP.idempotencyKeys) } });
  await prisma.signedRequest.deleteMany({ where: { expiresAt: before(0) } });
  await prisma.supplierWebhook.deleteMany({ where: { createdAt: before(KEEP.supplierNotices) } });
  await prisma.paymentWebhook.deleteMany({ where: { createdAt: before(KEEP.supplierNotices) } });
  await prisma.storeLink.deleteMany({ where: { expiresAt: before(0) } });
  await prisma.signUp.deleteMany({ where: { expiresAt: before(0) } });
  await prisma.keyUsage.deleteMany({ where: { minute: before(KEEP.keyUsage) } });
  await prisma.shopView.deleteMany({ where: { day: before(KEEP.shopViews) } });
  await prisma.signInFailure.deleteMany({ where: { lastAt: before(KEEP.attempts) } });
  await prisma.knownDevice.deleteMany({ where: { lastUsedAt: before(KEEP.devices) } });
  await ctx.db.query(sql`
    delete from supplier_turns
     where about <> '' and greatest(given[cardinality(given)], closed_until) < ${after(now, -KEEP.turns)}`);
  await purgeRecords(ctx, now);
}

/** Bounded, oldest first: the next run takes the rest. */
async function purgeRecords({ db }: Ctx, now: Date): Promise<void> {
  await db.query(sql`
    delete from mails where id in (
      select id from mails where account_id is null and created_at < ${after(now, -KEEP.mails)} limit 20000)`);
  await db.query(sql`
    delete from events where id in (
      select id from (select id, created_at from events order by id limit 20000) oldest
       where created_at < ${after(now, -KEEP.events)} and not exists (select from deliveries d where d.event_id = oldest.id))`);
}
