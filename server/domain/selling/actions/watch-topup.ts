import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { nextLateLook } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";

/** A top-up was given up without having been seen: it is looked for until its supplier does not do it any more. */
export async function watchTopup(ctx: Ctx, actionId: number, lostAt: Date): Promise<void> {
  const runAt = nextLateLook(lostAt, ctx.clock.now());
  await ctx.db.prisma.action.update({ where: { id: actionId }, data: { lostAt, watchAt: runAt } });
  if (runAt) await enqueue(ctx.db, "check-late-topup", { actionId }, runAt);
}

type Late = { supplierReference?: string | null; isUnclear?: boolean };

/** A top-up that was paid back is, or may be, on the eSIM after all: only people can tell what is to become of it. */
export async function reportLateTopup(
  ctx: Ctx,
  actionId: number,
  { supplierReference, isUnclear = false }: Late,
): Promise<void> {
  const now = ctx.clock.now();
  const [late] = await ctx.db.query<{ supplierCode: string; reference: string }>(sql`
    update actions set stray = 'waiting', watch_at = null, supplier_reference = coalesce(${supplierReference ?? null}, supplier_reference), updated_at = ${now}
     where id = ${actionId} and status = 'failed' and stray is null
       and not exists (select from actions c where c.esim_id = actions.esim_id and c.action = 'cancel' and c.status = 'succeeded' and c.topups_returned and c.topups_kept = '{}')
    returning supplier_code, reference`);
  if (!late) return;
  log().error({ actionId, isUnclear }, "a top-up that was given up was done after all, or may have been: review it");
  const was = isUnclear
    ? `${late.supplierCode} does not say whether it did it after all. Look in its own portal`
    : `${late.supplierCode} did it after all. It was paid for by nobody`;
  await tellOperators(ctx.db, now, {
    kind: "review.waiting",
    subject: `ACT-${actionId}`,
    occasion: late.reference,
    text: `The top-up ACT-${actionId} was given up and paid back, and ${was}: it is in the review queue.`,
  });
}
