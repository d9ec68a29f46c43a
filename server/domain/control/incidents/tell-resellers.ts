import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import type { Audience } from "./component.ts";

export const incidentAddress = (id: number): string => `${env().publicUrl}/status/incidents/${id}`;

type Said = { id: number; number: number; audience: Audience; title: string; text: string };

/**
 * A notice for each account that an update is for, which is mailed once: the number of the update is its occasion, so that running again
 * tells nobody twice. Returns how many accounts.
 */
export async function tellResellers(tx: Transaction, ctx: Ctx, said: Said): Promise<number> {
  const { id, number, audience, title, text } = said;
  const accounts = await tx.query<{ id: number }>(
    audience === "all"
      ? sql`select id from accounts where status <> 'closed' order by id`
      : sql`select distinct account_id as id from incident_effects where incident_id = ${id} order by 1`,
  );
  const notices = accounts.map(({ id: accountId }) => ({
    accountId,
    environment: null,
    kind: "service.incident" as const,
    subject: `incident:${id}`,
    text: `${title}: ${text} Follow it on ${incidentAddress(id)}`,
    occasion: `${id}.${number}`,
  }));
  return (await raiseNotifications(tx, ctx.clock.now(), notices)).length;
}
