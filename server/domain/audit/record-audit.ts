import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";

type Entry = {
  /** What was done, `noun.verb`. */
  act: string;
  accountId?: number;
  /** What it was done to: a code, prefix or reference, never a secret. */
  subject: string;
  details?: Prisma.InputJsonObject;
};

const toActor = ({ actor }: Ctx) => `${actor.kind}:${actor.name}`;

/** Writes the audit row of a privileged act in the act's own transaction. */
export async function audit(
  tx: Prisma.TransactionClient,
  ctx: Ctx,
  { act, accountId, subject, details = {} }: Entry,
): Promise<void> {
  await tx.auditEntry.create({
    data: { actor: toActor(ctx), act, accountId, subject, details, createdAt: ctx.clock.now() },
  });
}

/** The same for acts that are made of plain statements. */
export async function recordAudit(
  tx: Queryable,
  ctx: Ctx,
  { act, accountId, subject, details = {} }: Entry,
): Promise<void> {
  await tx.query(sql`
    insert into audit_entries (actor, act, account_id, subject, details, created_at)
    values (${toActor(ctx)}, ${act}, ${accountId ?? null}::int, ${subject}, ${JSON.stringify(details)}::jsonb, ${ctx.clock.now()})`);
}
