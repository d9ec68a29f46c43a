import { claimAlert } from "#server/domain/control/alerts/index.ts";
import { writeAnnouncement } from "#server/domain/messaging/announcements/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { recordEffects, showToAffected } from "./affected.ts";
import {
  type Audience,
  listSupplierComponents,
  requireComponents,
  requireNeutral,
  type Severity,
} from "./component.ts";
import { draftOf } from "./incident-words.ts";
import { forgetStatus } from "./public-status.ts";
import { tellResellers } from "./tell-resellers.ts";

type New = {
  title: string;
  /** The first update: whole sentences. */
  text: string;
  severity: Severity;
  components: string[];
  audience: Audience;
  /** A mail to every account that it is for. */
  mail: boolean;
};

/** Opens an incident by hand: the status page has it at once. Returns its id. */
export async function openIncident(ctx: Ctx, given: New): Promise<number> {
  requireOperator(ctx, "incidents:manage");
  await requireComponents(ctx.db, given.components);
  await requireNeutral(ctx.db, { title: given.title, text: given.text });
  const id = await ctx.db.transaction((tx) => open(tx, ctx, given, ctx.clock.now()));
  await forgetStatus();
  return id;
}

/**
 * The same in one step from an alert, in words that name no supplier, for those whom it affects; nobody is mailed before somebody
 * has written what it is. The alert is acknowledged by it. Of two who do it at once one is refused.
 */
export async function openIncidentFromAlert(ctx: Ctx, alertId: number): Promise<number> {
  requireOperator(ctx, "incidents:manage");
  const suppliers = await listSupplierComponents(ctx.db);
  const id = await ctx.db.transaction(async (tx) => {
    const alert = await claimAlert(tx, ctx, alertId);
    if (alert.incidentId !== null)
      return fail("conflict", `Incident ${alert.incidentId} was opened for this alert already.`);
    const draft = draftOf(alert.cause, suppliers);
    const opened = await open(tx, ctx, { ...draft, audience: "affected", mail: false }, alert.raisedAt, alert.cause);
    await tx.prisma.serviceAlert.update({ where: { id: alertId }, data: { incidentId: opened } });
    return opened;
  });
  await forgetStatus();
  return id;
}

async function open(tx: Transaction, ctx: Ctx, given: New, beganAt: Date, cause?: string): Promise<number> {
  const { title, text, severity, components, audience, mail } = given;
  const now = ctx.clock.now();
  const by = ctx.actor.name;
  const announcementId = await writeAnnouncement(tx, ctx, {
    tone: "warning",
    title,
    text,
    limited: audience === "affected",
    endsAt: null,
  });
  const { id } = await tx.prisma.incident.create({
    data: {
      ...{ title, severity, state: "investigating", components, audience, updates: 1, announcementId },
      ...{ beganAt, openedAt: now, openedBy: by },
      timeline: { create: { number: 1, state: "investigating", text, writtenBy: by, at: now } },
    },
    select: { id: true },
  });
  await recordEffects(tx, { id, components, beganAt }, now);
  await showToAffected(tx, id);
  const mailed = mail ? await tellResellers(tx, ctx, { id, number: 1, audience, title, text }) : 0;
  await tx.prisma.incidentUpdate.updateMany({ where: { incidentId: id }, data: { mailed } });
  const details = { title, severity, components, audience, mailed, ...(cause && { alert: cause }) };
  await recordAudit(tx, ctx, { act: "incident.open", subject: String(id), details });
  return id;
}
