import { queueMail } from "#server/domain/messaging/mail/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

type Claimed = { cause: string; raisedAt: Date; incidentId: number | null };

/** Whoever tells resellers of an alert has it: nobody else is called for it. Locks the alert, so that one does it at a time. */
export async function claimAlert(tx: Transaction, ctx: Ctx, id: number): Promise<Claimed> {
  const [alert] = await tx.query<Claimed>(sql`
    update service_alerts set next_at = null, acknowledged_at = coalesce(acknowledged_at, ${ctx.clock.now()}),
           acknowledged_by = coalesce(acknowledged_by, ${ctx.actor.name}::text)
     where id = ${id} returning cause, raised_at, incident_id`);
  return alert ?? fail("resource_not_found", `There is no alert ${id}.`);
}

/** What it was about is over: those who were told hear of that, and of these alerts of nothing else. */
export async function endAlerts(tx: Transaction, ctx: Ctx, incidentId: number, text: string): Promise<void> {
  const open = await tx.query<{ told: string[]; steps: number }>(sql`
    with was as (select id, told, steps from service_alerts where incident_id = ${incidentId} and closed_at is null order by id for no key update)
    update service_alerts a set next_at = null, steps = 0 from was where was.id = a.id returning was.told, was.steps::int as steps`);
  const told = [...new Set(open.flatMap(({ told: people, steps }) => (steps > 0 ? people : [])))];
  await queueMail(
    tx,
    ctx,
    ...told.map((recipient) => ({ recipient, kind: "alert", subject: `Resolved: ${text}`, text })),
  );
}
