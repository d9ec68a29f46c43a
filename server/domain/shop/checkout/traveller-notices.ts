import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { StoreLink } from "./links.ts";
import { getOwnedEsim } from "./read-purchases.ts";

/** Kept like the mails that were sent about an eSIM: its traveller wants no more of them. */
export const STOPPED = "stopped";

/** Whether a traveller was not told of it before, and is now. */
export async function isFirst(tx: Transaction, esimId: number, notice: string, createdAt: Date): Promise<boolean> {
  const data = { esimId, notice, createdAt };
  const { count } = await tx.prisma.travellerNotification.createMany({ data, skipDuplicates: true });
  return count > 0;
}

export async function hasStoppedMails({ db }: AccountCtx, esimId: number): Promise<boolean> {
  const of = { esimId, notice: STOPPED };
  return (await db.prisma.travellerNotification.findFirst({ where: of, select: { esimId: true } })) !== null;
}

/** No mails, or mails again, about how the eSIM lives on: what was bought, cancelled or given back is told all the same. */
export async function stopEsimMails(
  ctx: AccountCtx,
  link: StoreLink,
  esimId: number,
  { stopped }: { stopped: boolean },
): Promise<void> {
  const { esim } = await getOwnedEsim(ctx, link, esimId);
  if (stopped) await isFirst(ctx.db, esim.id, STOPPED, ctx.clock.now());
  else await ctx.db.prisma.travellerNotification.deleteMany({ where: { esimId: esim.id, notice: STOPPED } });
}
