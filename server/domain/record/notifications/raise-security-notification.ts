import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { SecurityNotificationKind } from "./notice.ts";
import { type NewNotification, raiseNotifications } from "./raise-notifications.ts";

type Told = Pick<NewNotification, "environment" | "subject" | "text"> & {
  accountId: number;
  kind: SecurityNotificationKind;
  /** Whom it concerns, beside the one who did it and the owners. */
  recipients?: string[];
};

/**
 * Tells of a change that an intruder would make: the one in whose name it was made, whom it concerns, and the owners, who
 * cannot switch it off. What the platform's own commands set up is told to nobody.
 */
export async function raiseSecurityNotification(tx: Transaction, ctx: Ctx, told: Told): Promise<void> {
  const { actor, clock, requestId } = ctx;
  if (actor.kind === "command") return;
  const by = actor.kind === "staff" ? actor.name : actor.kind === "key" ? `the API key ${actor.name}` : "the platform";
  const text = `${told.text} This was done by ${by}.`;
  // Who owns the account now, not when the mail is written: whoever takes it over is not the only one to hear of it.
  const owners = await tx.prisma.user.findMany({
    where: { memberships: { some: { accountId: told.accountId, role: "owner" } } },
    select: { email: true },
  });
  const named = [...(actor.kind === "staff" ? [actor.name] : []), ...(told.recipients ?? [])];
  const recipients = [...new Set([...named, ...owners.map(({ email }) => email)])];
  await raiseNotifications(tx, clock.now(), [
    { ...told, text, recipients, occasion: `${requestId} ${clock.now().toISOString()}` },
  ]);
}
