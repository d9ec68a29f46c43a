import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type Announcement = {
  id: number;
  tone: "info" | "warning";
  title: string;
  text: string;
  startsAt: Date;
  endsAt: Date | null;
};

/** What the platform has to tell the account now, the newest first. */
export async function listAnnouncementsFor(ctx: AccountCtx): Promise<Announcement[]> {
  const now = ctx.clock.now();
  const announcements = await ctx.db.prisma.announcement.findMany({
    where: {
      withdrawnAt: null,
      startsAt: { lte: now },
      AND: [
        { OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
        {
          OR: [
            { accountId: null, limited: false },
            { accountId: ctx.account.id },
            { accounts: { some: { accountId: ctx.account.id } } },
          ],
        },
      ],
    },
    select: { id: true, tone: true, title: true, text: true, startsAt: true, endsAt: true },
    orderBy: [{ startsAt: "desc" }, { id: "desc" }],
    take: 5,
  });
  return announcements as Announcement[];
}

type Listed = Announcement & {
  accountCode: string | null;
  /** Of an incident, to those whom it affects: how many accounts. */
  accounts: number | null;
  createdBy: string;
  createdAt: Date;
  state: "planned" | "shown" | "over" | "withdrawn";
};

/** All of them, the newest first. */
export async function listAnnouncements(ctx: Ctx, limit = 100): Promise<Listed[]> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  return await ctx.db.query<Listed>(sql`
    select n.id, n.tone, n.title, n.text, n.starts_at, n.ends_at, a.code as account_code, n.created_by,
           case when n.limited then (select count(*)::int from announcement_accounts x where x.announcement_id = n.id) end as accounts,
           n.created_at,
           case when n.withdrawn_at is not null then 'withdrawn' when n.starts_at > ${now} then 'planned'
                when n.ends_at <= ${now} then 'over' else 'shown' end as state
      from announcements n left join accounts a on a.id = n.account_id order by n.id desc limit ${limit}`);
}

type New = Omit<Announcement, "id" | "startsAt"> & { accountCode: string | null; startsAt: Date | null };

/** Shown on overview pages from its start on; at once without one. To everybody, or to one account. */
export async function publishAnnouncement(ctx: Ctx, { accountCode, startsAt, endsAt, ...what }: New): Promise<void> {
  requireOperator(ctx, "announcements:manage");
  const now = ctx.clock.now();
  const from = startsAt ?? now;
  if (endsAt && endsAt <= from) fail("validation_error", "The end comes after the start.", { field: "endsAt" });
  if (endsAt && endsAt <= now) fail("validation_error", "The end lies in the past.", { field: "endsAt" });
  const accountId = accountCode === null ? null : (await getAccount(ctx, accountCode)).id;
  await ctx.db.transaction(async (tx) => {
    const data = { ...what, accountId, startsAt: from, endsAt, createdBy: ctx.actor.name, createdAt: now };
    const { id } = await tx.prisma.announcement.create({ data });
    const details = {
      title: what.title,
      accountCode,
      startsAt: from.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    };
    await recordAudit(tx, ctx, {
      act: "announcement.publish",
      accountId: accountId ?? undefined,
      subject: String(id),
      details,
    });
  });
}

type Written = Pick<Announcement, "tone" | "title" | "text" | "endsAt"> & {
  /** The one that says something else from now on. */
  id?: number;
  /** To the accounts that \`announcement_accounts\` names alone. */
  limited: boolean;
};

/** What an incident says, in the transaction of what is on record about it. Returns its id. */
export async function writeAnnouncement(tx: Transaction, ctx: Ctx, { id, ...said }: Written): Promise<number> {
  const now = ctx.clock.now();
  if (id !== undefined) {
    await tx.prisma.announcement.update({ where: { id }, data: said });
    return id;
  }
  const data = { ...said, startsAt: now, createdBy: ctx.actor.name, createdAt: now };
  return (await tx.prisma.announcement.create({ data, select: { id: true } })).id;
}

/** Gone from the overview pages at once. */
export async function withdrawAnnouncement(ctx: Ctx, id: number): Promise<void> {
  requireOperator(ctx, "announcements:manage");
  await ctx.db.transaction(async (tx) => {
    const data = { withdrawnAt: ctx.clock.now() };
    const { count } = await tx.prisma.announcement.updateMany({ where: { id, withdrawnAt: null }, data });
    if (count === 0) fail("conflict", "This announcement was withdrawn already.");
    await recordAudit(tx, ctx, { act: "announcement.withdraw", subject: String(id) });
  });
}
