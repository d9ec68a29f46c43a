import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { after, DAY, recordTime } from "#server/kernel/time.ts";
import { failingSuppliers } from "./supplier-health.ts";

type Change = { code: string; name: string; open: boolean; disruptedSince: Date | null; was: Date | null };

/** Whoever ordered from the supplier in this time is told. */
const CUSTOMER_FOR = 30 * DAY;

/**
 * Remembers since when a supplier is closed or fails, and tells the resellers who sell it: when it begins and when it is
 * over, at most once a day each. Returns the suppliers whose state changed.
 */
export async function tellOfSuppliers(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const changes = await tx.query<Change>(sql`
      with judged as (
        select s.code, s.disrupted_since as was, not s.open or s.code in (${failingSuppliers(now)}) as bad from suppliers s for no key update
      )
      update suppliers s set disrupted_since = case when j.bad then ${now}::timestamptz end
        from judged j where j.code = s.code and j.bad <> (j.was is not null)
      returning s.code, s.name, s.open, s.disrupted_since, j.was`);
    for (const change of changes) await tell(tx, change, now);
    return changes.map(({ code }) => code);
  });
}

async function tell(tx: Transaction, { code, name, open, disruptedSince, was }: Change, now: Date): Promise<void> {
  const accounts = await tx.query<{ id: number }>(sql`
    select a.id from accounts a
     where a.status = 'active' and exists (
       select from orders o
        where o.account_id = a.id and o.environment = 'live' and o.created_at > ${after(now, -CUSTOMER_FOR)} and o.supplier_code = ${code})
     order by a.id`);
  const text = disruptedSince
    ? `${name} ${open ? "does not answer reliably" : "is closed for new orders"} since ${recordTime(disruptedSince)} UTC. Orders for its packages may wait or be refused; eSIMs that were delivered are not affected by us.`
    : `${name} works again. It was in trouble since ${recordTime(was!)} UTC.`;
  await raiseNotifications(
    tx,
    now,
    accounts.map(({ id }) => ({
      accountId: id,
      environment: "live",
      kind: disruptedSince ? "supplier.disrupted" : "supplier.restored",
      subject: code,
      occasion: now.toISOString().slice(0, 10),
      text,
    })),
  );
}
