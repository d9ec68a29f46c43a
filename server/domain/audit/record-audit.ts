import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";

type Entry = {
  /** What was done, `noun.verb`. */
  act: string;
  accountId?: number;
  /** What it was done to: a code, prefix or reference, never a secret. */
  subject: string;
  details?: Prisma.InputJsonObject;
};

/** Writes the audit row of a privileged act in the act's own transaction. */
export async function audit(
  tx: Prisma.TransactionClient,
  ctx: Ctx,
  { act, accountId, subject, details = {} }: Entry,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      actor: `${ctx.actor.kind}:${ctx.actor.name}`,
      act,
      accountId,
      subject,
      details,
      createdAt: ctx.clock.now(),
    },
  });
}
