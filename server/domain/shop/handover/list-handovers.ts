import { getOrder } from "#server/domain/selling/orders/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Handover, HandoverState } from "./handover.ts";

type Row = Omit<Handover, "state" | "mail"> & {
  open: boolean;
  heldBack: boolean | null;
  sentAt: Date | null;
  lastError: string | null;
};

/** Of one order, newest first. */
export async function listHandovers(ctx: AccountCtx, reference: string): Promise<Handover[]> {
  const order = await getOrder(ctx, reference);
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Row>(sql`
    select h.id, h.recipient, h.language, h.sent_by, h.created_at, h.expires_at, h.withdrawn_at, h.withdrawn_by, m.held_back, m.sent_at, m.last_error,
           (select coalesce(json_agg(e.iccid order by e.id), '[]') from handover_esims c join esims e on e.id = c.esim_id where c.handover_id = h.id) as iccids,
           exists (select from handover_esims c where c.handover_id = h.id and c.ended_at is null) as open
      from handovers h left join mails m on m.id = h.mail_id
     where h.order_id = ${order.id} and h.account_id = ${accountId} and h.environment = ${environment} order by h.id desc limit 200`);
  const now = ctx.clock.now();
  return rows.map(({ open, heldBack, sentAt, lastError, ...handover }) => ({
    ...handover,
    state: stateOf(handover, open, now),
    mail: heldBack ? "kept_in_outbox" : sentAt ? "sent" : lastError ? "failing" : "under_way",
  }));
}

function stateOf(
  { withdrawnAt, expiresAt }: Pick<Handover, "withdrawnAt" | "expiresAt">,
  open: boolean,
  now: Date,
): HandoverState {
  if (withdrawnAt) return "withdrawn";
  if (!open) return "replaced";
  return expiresAt <= now ? "expired" : "open";
}
