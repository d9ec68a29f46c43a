import { inTime, paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import type { Part } from "./supplier-part.ts";

/** After something was given up without having been seen, its supplier is asked for it again at these times. */
const LOOKS = [10 * MINUTE, HOUR, 6 * HOUR, DAY];

/** When to look next for what was given up then; null when a supplier does not deliver it any more. */
export function nextLateLook(lostAt: Date, now: Date): Date | null {
  const age = now.getTime() - lostAt.getTime();
  const next = LOOKS.find((wait) => paced(wait) > age);
  return next === undefined ? null : inTime(lostAt, next);
}

/** A part may have been bought without anybody having seen it: from now on it is looked for. */
export async function watchPart(ctx: Ctx, { id, reference }: Pick<Part, "id" | "reference">): Promise<void> {
  const now = ctx.clock.now();
  await planLateLook(ctx, { id, reference }, nextLateLook(now, now), { lostAt: now });
}

export async function planLateLook(
  ctx: Ctx,
  { id, reference }: Pick<Part, "id" | "reference">,
  runAt: Date | null,
  known: { lostAt?: Date } = {},
): Promise<void> {
  await ctx.db.prisma.supplierOrder.update({ where: { id }, data: { ...known, watchAt: runAt } });
  if (runAt) await enqueue(ctx.db, "check-late-order", { reference }, runAt);
}
