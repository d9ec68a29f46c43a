import { sql, type Transaction } from "#server/kernel/db.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Notice } from "./notice.ts";

export type NewNotification = Pick<Notice, "accountId" | "environment" | "kind" | "subject" | "text"> & {
  /** Tells one reason for a notice from the next of its kind: the same occasion a second time is no news. */
  occasion: string;
  /** Who is mailed, when it is not those whose role lets them do something about it. */
  recipients?: string[];
};

/**
 * Writes the notices beside the change that they tell of, one per kind, subject and occasion, and the job that mails them.
 * Returns those that are new.
 */
export async function raiseNotifications<N extends NewNotification>(
  tx: Transaction,
  at: Date,
  notices: N[],
): Promise<N[]> {
  if (notices.length === 0) return [];
  const rows = notices.map((notice) => ({ ...notice, dedupeKey: dedupeKey(notice) }));
  // The job has no key: two transactions that raise notices must not wait for each other.
  const raised = await tx.query<{ dedupeKey: string }>(sql`
    with raised as (
      insert into notices (account_id, environment, kind, subject, text, recipients, dedupe_key, created_at)
      select "accountId", environment, kind, subject, text, recipients, "dedupeKey", ${at}
        from jsonb_to_recordset(${storableJson(rows)}::jsonb)
          as x("accountId" int, environment text, kind text, subject text, text text, recipients text[], "dedupeKey" text)
       order by "dedupeKey"
      on conflict (dedupe_key) do nothing returning dedupe_key, account_id
    ), job as (
      insert into outbox_jobs (job, payload) select 'mail-notices', '{}' where exists (select from raised where account_id is not null)
    )
    select dedupe_key from raised`);
  const fresh = new Set(raised.map((row) => row.dedupeKey));
  return rows.filter((row) => fresh.has(row.dedupeKey));
}

/** For the platform's own staff. */
export async function tellOperators(
  db: Transaction,
  at: Date,
  { kind, subject, text, occasion }: Pick<NewNotification, "kind" | "subject" | "text" | "occasion">,
): Promise<void> {
  await raiseNotifications(db, at, [{ accountId: null, environment: null, kind, subject, text, occasion }]);
}

const dedupeKey = ({ accountId, environment, kind, subject, occasion }: NewNotification): string =>
  JSON.stringify([accountId, environment, kind, subject, occasion]);
