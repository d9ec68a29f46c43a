import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { endpointSubject } from "./endpoint.ts";

/** Gives an endpoint up, and says so to its owner. */
export async function disableFailing(ctx: Ctx, endpointId: number, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [endpoint] = await tx.query<{ accountId: number; environment: Environment; url: string }>(sql`
      select account_id, environment, url from webhook_endpoints where id = ${endpointId} and status = 'active' for no key update`);
    if (!endpoint) return;
    await disableEndpoint(tx, endpointId, reason);
    const { accountId, environment, url } = endpoint;
    const at = ctx.clock.now();
    await raiseNotifications(tx, at, [
      {
        accountId,
        environment,
        kind: "webhook.disabled",
        subject: endpointSubject(endpointId),
        occasion: at.toISOString(),
        text: `The webhook endpoint ${url} was disabled. ${reason} Events that waited for it were given up; once it works again, enable it and replay them.`,
      },
    ]);
  });
}
