import { endAlerts } from "#server/domain/control/alerts/index.ts";
import { writeAnnouncement } from "#server/domain/messaging/announcements/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { recordEffects, showToAffected } from "./affected.ts";
import { type Audience, type IncidentState, requireComponents, requireNeutral, type Severity } from "./component.ts";
import { forgetStatus } from "./public-status.ts";
import { incidentAddress, tellResellers } from "./tell-resellers.ts";

type Update = {
  id: number;
  /** How many updates the incident had when its writer looked: one that came since is read first. */
  seen: number;
  state: IncidentState;
  text: string;
  severity: Severity;
  components: string[];
  audience: Audience;
  mail: boolean;
};

/** How long the overview pages of the portal say that it is over. */
const SAID_FOR = DAY;

/**
 * What is known now, and what became of it. The text replaces that on the overview pages of those whom it concerns. With `resolved` it is
 * over: nothing follows, and alerts that it was opened from call nobody any more. Two who write at once: the second is refused.
 */
export async function writeIncidentUpdate(ctx: Ctx, update: Update): Promise<void> {
  requireOperator(ctx, "incidents:manage");
  const { id, seen, state, text, severity, components, audience, mail } = update;
  await requireComponents(ctx.db, components);
  await requireNeutral(ctx.db, { text });
  const now = ctx.clock.now();
  const isOver = state === "resolved";
  await ctx.db.transaction(async (tx) => {
    const [incident] = await tx.prisma.incident.updateManyAndReturn({
      where: { id, updates: seen, resolvedAt: null },
      data: { state, severity, components, audience, updates: seen + 1, resolvedAt: isOver ? now : null },
      select: { title: true, beganAt: true, announcementId: true },
    });
    if (!incident) return await refuse(ctx, id);
    const { title, beganAt, announcementId } = incident;
    await recordEffects(tx, { id, components, beganAt }, now);
    await showToAffected(tx, id);
    const mailed = mail ? await tellResellers(tx, ctx, { id, number: seen + 1, audience, title, text }) : 0;
    await tx.prisma.incidentUpdate.create({
      data: { incidentId: id, number: seen + 1, state, text, writtenBy: ctx.actor.name, at: now, mailed },
    });
    await writeAnnouncement(tx, ctx, {
      id: announcementId,
      tone: isOver ? "info" : "warning",
      title: isOver ? `Resolved: ${title}` : title,
      text,
      limited: audience === "affected",
      endsAt: isOver ? after(now, SAID_FOR) : null,
    });
    if (isOver) await endAlerts(tx, ctx, id, `${title}: resolved. ${incidentAddress(id)}`);
    const details = { state, severity, components, audience, mailed };
    await recordAudit(tx, ctx, { act: isOver ? "incident.resolve" : "incident.update", subject: String(id), details });
  });
  await forgetStatus();
}

async function refuse(ctx: Ctx, id: number): Promise<never> {
  const incident = await ctx.db.prisma.incident.findUnique({ where: { id }, select: { resolvedAt: true } });
  if (!incident) return fail("resource_not_found", `There is no incident ${id}.`);
  return incident.resolvedAt
    ? fail("conflict", "This incident is over. Open another one.")
    : fail("conflict", "Somebody else wrote an update since you looked. Read it, then write yours.");
}
