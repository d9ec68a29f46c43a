import { type NewNotification, raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { after, DAY, recordTime } from "#server/kernel/time.ts";
import type { ExpiringKey } from "./expiring-key.ts";
import { keyPrefix } from "./key-format.ts";

/** Days before the end at which an owner is told. */
const DAYS = [30, 7, 1];

type Row = Omit<ExpiringKey, "keyPrefix"> & { publicId: string; accountId: number; createdAt: Date };
type Warning = NewNotification & { accountId: number; environment: Environment; key: ExpiringKey };

/**
 * Tells owners of keys that end in 30, 7 and 1 days, programs by an event and people by a notice: once each, in one
 * transaction. A key that was made for less is not announced before it reaches the next mark. Returns how many were told.
 */
export async function warnExpiringKeys(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { revokedAt: null, account: { status: "active" }, expiresAt: { gt: now, lte: after(now, DAYS[0]! * DAY) } },
    select: { publicId: true, accountId: true, environment: true, name: true, expiresAt: true, createdAt: true },
    orderBy: { id: "asc" },
  });
  const warnings = keys.flatMap((key) => toWarning(key as Row, now) ?? []);
  if (warnings.length === 0) return 0;
  return await ctx.db.transaction(async (tx) => {
    const raised = await raiseNotifications(tx, now, warnings);
    await announce(tx, raised, now);
    return raised.length;
  });
}

function toWarning(row: Row, now: Date): Warning | null {
  const { accountId, environment, name, expiresAt, createdAt } = row;
  const daysLeft = DAYS.findLast((days) => after(expiresAt, -days * DAY) <= now);
  if (daysLeft === undefined || after(expiresAt, -daysLeft * DAY) < createdAt) return null;
  const prefix = keyPrefix(environment, row.publicId);
  return {
    accountId,
    environment,
    kind: "api_key.expiring",
    subject: prefix,
    occasion: `${expiresAt.toISOString()} ${daysLeft}`,
    text: `The API key ${prefix}${name ? ` (${name})` : ""} stops working on ${recordTime(expiresAt)} UTC. Make a new key and use it before then.`,
    key: { keyPrefix: prefix, name, environment, expiresAt },
  };
}

async function announce(tx: Transaction, warnings: Warning[], now: Date): Promise<void> {
  const events = warnings.map(({ accountId, environment, key }) => ({
    account_id: accountId,
    environment,
    event_id: newEventId(),
    type: "api_key.expiring",
    data: eventData({ apiKey: key }),
    at: now,
  }));
  if (events.length === 0) return;
  await tx.query(sql`
    select announce_events(array(select x from jsonb_populate_recordset(null::new_event, ${storableJson(events)}::jsonb) x)) as announced`);
}
