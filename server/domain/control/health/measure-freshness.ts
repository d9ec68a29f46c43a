import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

export type MailHealth = {
  /** Written and not sent yet. */
  unsent: number;
  oldestAt: Date | null;
  /** What the mail server said of the newest one that it did not take. */
  lastError: string | null;
};

/** Mails that are on their way. */
export async function measureMails(ctx: Ctx): Promise<MailHealth> {
  requireOperator(ctx, "platform:read");
  return one(
    await ctx.db.query<MailHealth>(sql`
      select count(*)::int as unsent, min(created_at) as oldest_at, (array_agg(left(last_error, 200) order by id desc) filter (where last_error is not null))[1] as last_error
        from mails where sent_at is null and not held_back and text is not null and created_at > ${after(ctx.clock.now(), -DAY)}`),
  );
}

export type CatalogueAge = {
  supplier: string;
  name: string;
  open: boolean;
  /** When it was read whole last; null: never. */
  readAt: Date | null;
  /** Why it was not the last time; null when it was. */
  failure: string | null;
};

/** How old what we sell is, by supplier. */
export async function measureCatalogues(ctx: Ctx): Promise<CatalogueAge[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<CatalogueAge>(sql`
    select s.code as supplier, s.name, s.open, d.finished_at as read_at,
           case when l.status not in ('done', 'running') then coalesce(l.message, 'it could not be read') end as failure
      from suppliers s
      left join lateral (select status, message from catalog_pulls p where p.supplier_code = s.code order by id desc limit 1) l on true
      left join lateral (select finished_at from catalog_pulls p where p.supplier_code = s.code and status = 'done' order by id desc limit 1) d on true
     order by s.code`);
}

export type SilentLooks = {
  supplier: string;
  name: string;
  /** Since when. */
  since: Date;
  /** eSIMs that were asked for again since, in vain; no more than a thousand are counted. */
  esims: number;
};

/** Suppliers at which no look at an eSIM brings anything. */
export async function measureLooks(ctx: Ctx): Promise<SilentLooks[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<SilentLooks>(sql`
    select s.code as supplier, s.name, s.looks_silent_since as since, e.esims
      from suppliers s cross join lateral (
        select count(*)::int as esims from (
          select from esims where supplier_code = s.code and environment = 'live' and status not in ('cancelled', 'expired')
             and asked_at >= s.looks_silent_since limit 1000) asked) e
     where s.looks_silent_since is not null and e.esims > 0 order by s.code`);
}
