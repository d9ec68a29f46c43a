import { type NewNotification, raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { after, DAY, HOUR, inWords, recordTime } from "#server/kernel/time.ts";
import { readUptime } from "#server/kernel/uptime.ts";
import { endpointSubject } from "./endpoint.ts";

/** How long an endpoint has only failed when its owner is told, the longest first. */
const TELL_AFTER = [4 * DAY, 24 * HOUR, HOUR];
const DISABLED_AFTER = 5 * DAY;

type Failing = {
  id: number;
  accountId: number;
  environment: Environment;
  url: string;
  failureCount: number;
  failingSince: Date;
};

/** Tells owners of endpoints that have taken nothing for an hour, a day, four days: once each. Returns how many were told. */
export async function warnFailingEndpoints(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const failing = await ctx.db.prisma.webhookEndpoint.findMany({
    where: { status: "active", failingSince: { lte: after(now, -TELL_AFTER.at(-1)!) } },
    select: { id: true, accountId: true, environment: true, url: true, failureCount: true, failingSince: true },
    orderBy: { id: "asc" },
  });
  const uptime = failing.length > 0 ? await readUptime(ctx) : null;
  const notices = (failing as Failing[]).flatMap((endpoint) =>
    toNotice(endpoint, now, uptime!.worked(endpoint.failingSince)),
  );
  const raised = await raiseNotifications(ctx.db, now, notices);
  return raised.length;
}

function toNotice(
  { id, accountId, environment, url, failureCount, failingSince }: Failing,
  now: Date,
  worked: number,
): NewNotification[] {
  const passed = TELL_AFTER.find((ms) => worked >= ms);
  if (passed === undefined) return [];
  const length = passed === 24 * HOUR ? "24 hours" : inWords(passed);
  const failures = failureCount === 1 ? "The last attempt failed" : `The last ${failureCount} attempts failed`;
  const disabledFrom = after(now, Math.max(0, DISABLED_AFTER - worked));
  return [
    {
      accountId,
      environment,
      kind: "webhook.failing",
      subject: endpointSubject(id),
      occasion: `${failingSince.toISOString()} ${length}`,
      text: `The webhook endpoint ${url} has taken no event for ${length}. ${failures}; events are being repeated. If it keeps failing, it will be disabled from ${recordTime(disabledFrom)} UTC on.`,
    },
  ];
}
