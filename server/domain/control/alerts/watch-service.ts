import { takePulse } from "#server/domain/catalogue/suppliers/index.ts";
import { type Alarm, listAlarms } from "#server/domain/control/health/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { readSettings } from "./alert-settings.ts";
import { sweepPosts } from "./post-alert.ts";
import { type OpenAlert, tellDue, tellWell } from "./tell-alerts.ts";

/** A matter that comes and goes is one alert: it closes when it has been well for so long. */
const WELL_AFTER = 2 * MINUTE;

/**
 * Looks at the service and calls people: raises what is new, closes what is well again, and tells whoever is next. Every minute, and
 * seconds after a supplier did not answer. Runs one after the other; what is sent is written here and sent by jobs.
 */
export async function watchService(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx.db);
  const [alarms, pulses] = await Promise.all([listAlarms(ctx, settings.unsettledMinutes * MINUTE), takePulse(ctx)]);
  const now = ctx.clock.now();
  // Nobody calls a supplier that sells nothing: it is not well before it has answered.
  const stillBad = pulses.filter(({ lastAnswered }) => lastAnswered === false).map(({ code }) => `supplier:${code}`);
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`select from alert_settings where id = 1 for no key update`);
    await raise(tx, alarms, now);
    await tx.prisma.serviceAlert.updateMany({
      where: { closedAt: null, cause: { in: stillBad }, seenAt: { lt: now } },
      data: { seenAt: now },
    });
    const closed = await tx.query<OpenAlert>(sql`
      update service_alerts set closed_at = ${now}, next_at = null where closed_at is null and seen_at < ${after(now, -paced(WELL_AFTER))}
      returning id, cause, critical, text, runbook, raised_at, steps, told`);
    await tellWell(tx, ctx, closed);
    await tellDue(tx, ctx, settings);
  });
  await sweepPosts(ctx);
}

/** One row for each cause. What becomes critical is told at once, unless somebody has it. */
async function raise(tx: Transaction, alarms: (Alarm & { text: string })[], now: Date): Promise<void> {
  const worst = new Map<string, Alarm & { text: string }>();
  for (const alarm of alarms) if (alarm.critical || !worst.has(alarm.cause)) worst.set(alarm.cause, alarm);
  if (worst.size === 0) return;
  await tx.query(sql`
    insert into service_alerts as a (cause, critical, text, runbook, raised_at, seen_at, next_at)
    select x.cause, x.critical, x.text, x.runbook, ${now}, ${now}, ${now}
      from jsonb_to_recordset(${storableJson([...worst.values()])}::jsonb) as x(cause text, critical boolean, text text, runbook text)
    on conflict (cause) where closed_at is null do update
      set text = excluded.text, seen_at = greatest(a.seen_at, excluded.seen_at), critical = a.critical or excluded.critical,
          next_at = case when excluded.critical and not a.critical and a.acknowledged_at is null then excluded.seen_at else a.next_at end`);
}
