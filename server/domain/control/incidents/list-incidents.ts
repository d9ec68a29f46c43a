import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type AffectedAccount, listAffected } from "./affected.ts";
import type { Audience, IncidentState, Severity } from "./component.ts";

export type IncidentLine = {
  id: number;
  title: string;
  severity: Severity;
  state: IncidentState;
  components: string[];
  audience: Audience;
  updates: number;
  beganAt: Date;
  openedAt: Date;
  openedBy: string;
  resolvedAt: Date | null;
  /** Accounts that were affected. */
  accounts: number;
};

const COLUMNS = sql`i.id, i.title, i.severity, i.state, i.components, i.audience, i.updates::int, i.began_at, i.opened_at, i.opened_by, i.resolved_at,
  (select count(distinct account_id)::int from incident_effects e where e.incident_id = i.id) as accounts`;

/** Open ones first, then the newest. */
export async function listIncidents(ctx: Ctx, limit = 100): Promise<IncidentLine[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<IncidentLine>(
    sql`select ${COLUMNS} from incidents i order by i.resolved_at is not null, i.id desc limit ${limit}`,
  );
}

export type IncidentDetail = IncidentLine & {
  /** Newest first. */
  timeline: { number: number; state: IncidentState; text: string; writtenBy: string; at: Date; mailed: number }[];
  alerts: { id: number; cause: string; text: string; raisedAt: Date; closedAt: Date | null }[];
  affected: AffectedAccount[];
};

export async function getIncident(ctx: Ctx, id: number): Promise<IncidentDetail> {
  requireOperator(ctx, "platform:read");
  const [incident] = await ctx.db.query<IncidentLine>(sql`select ${COLUMNS} from incidents i where i.id = ${id}`);
  if (!incident) return fail("resource_not_found", `There is no incident ${id}.`);
  const [timeline, alerts, affected] = await Promise.all([
    ctx.db.prisma.incidentUpdate.findMany({
      where: { incidentId: id },
      omit: { incidentId: true },
      orderBy: { number: "desc" },
    }),
    ctx.db.prisma.serviceAlert.findMany({
      where: { incidentId: id },
      select: { id: true, cause: true, text: true, raisedAt: true, closedAt: true },
      orderBy: { id: "asc" },
    }),
    listAffected(ctx, id),
  ]);
  return { ...incident, timeline: timeline as IncidentDetail["timeline"], alerts, affected };
}
