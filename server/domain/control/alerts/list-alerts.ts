import type { Runbook } from "#server/domain/control/health/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type ServiceAlert = {
  id: number;
  cause: string;
  critical: boolean;
  /** Whole sentences, as it stood when it was last found. */
  text: string;
  runbook: Runbook;
  raisedAt: Date;
  seenAt: Date;
  /** When all was well again. */
  closedAt: Date | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  told: string[];
  /** When the next are told; null: nobody any more. */
  nextAt: Date | null;
  /** What resellers and the public are told of it. */
  incidentId: number | null;
};

/** Open ones, the oldest first; or those that are over, newest first. */
export async function listAlerts(ctx: Ctx, which: "open" | "closed", limit = 50): Promise<ServiceAlert[]> {
  requireOperator(ctx, "platform:read");
  const alerts = await ctx.db.prisma.serviceAlert.findMany({
    where: { closedAt: which === "open" ? null : { not: null } },
    omit: { steps: true },
    orderBy: { id: which === "open" ? "asc" : "desc" },
    take: limit,
  });
  return alerts as ServiceAlert[];
}
