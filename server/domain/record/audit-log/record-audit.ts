import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { AuditAct } from "./acts.ts";

type Entry = {
  act: AuditAct;
  accountId?: number | undefined;
  /** What it was done to: a code, prefix or reference, never a secret. */
  subject: string;
  details?: Prisma.InputJsonObject;
};

/** Writes the audit row of a privileged act in the act's own transaction, which seals it when it commits. */
export async function recordAudit(tx: Transaction, ctx: Ctx, entry: Entry): Promise<void> {
  await tx.query(auditStatement(ctx, entry));
}

/** @param more details that only the database knows, as jsonb */
export const auditStatement = (
  { actor, clock }: Pick<Ctx, "actor" | "clock">,
  { act, accountId, subject, details = {} }: Entry,
  more: Sql = sql`'{}'::jsonb`,
): Sql => sql`
  insert into audit_entries (actor, act, account_id, subject, details, created_at)
  values (${`${actor.kind}:${actor.name}`}, ${act}, ${accountId ?? null}::int, ${subject}, ${storableJson(details)}::jsonb || ${more},
          ${clock.now()}::timestamptz)`;
