import type { Queryable } from "./db.ts";
import { sql } from "./db.ts";
import { storableJson } from "./storable.ts";
import { currentTraceparent } from "./trace.ts";

/** Every job that a state change can make necessary, and what it is told. */
export type JobPayloads = {
  "fulfil-order": { orderId: number };
  "settle-action": { actionId: number };
  "sync-esims": { esimIds: number[] };
  "check-late-order": { reference: string };
  "check-late-topup": { actionId: number };
  /** Endpoints at which something may be due. */
  "deliver-webhooks": { endpointIds: number[] };
  "settle-checkout": { checkoutId: number };
  "replace-esim": { replacementId: number };
  "take-card": { autoTopupId: number };
  "audit-books": { runId: number };
  reconcile: { kind: "suppliers" | "payments" };
  "mail-notices": Record<string, never>;
  "settle-funding": { requestId: number };
  "send-mail": { mailId: number };
  "send-recovery": { email: string };
  "send-magic-link": { accountCode: string; environment: "test" | "live"; email: string; locale: string };
  "send-sign-up": { email: string; companyName: string; currency: string };
  "watch-service": Record<string, never>;
  "post-alert": { postId: number };
  "run-drill": { drillId: number };
  "tell-cell": { cell: string; hint: { kind: string; body: string } };
};

export type JobName = keyof JobPayloads;

/** What a job is about. The outbox holds at most one job of a name about the same thing. */
const SUBJECTS: { [J in JobName]?: (payload: JobPayloads[J]) => number | string } = {
  "fulfil-order": ({ orderId }) => orderId,
  "settle-action": ({ actionId }) => actionId,
  "sync-esims": ({ esimIds }) => esimIds.join(),
  "check-late-order": ({ reference }) => reference,
  "check-late-topup": ({ actionId }) => actionId,
  "settle-checkout": ({ checkoutId }) => checkoutId,
  "replace-esim": ({ replacementId }) => replacementId,
  "take-card": ({ autoTopupId }) => autoTopupId,
  "audit-books": ({ runId }) => runId,
  reconcile: ({ kind }) => kind,
  "settle-funding": ({ requestId }) => requestId,
  "send-recovery": ({ email }) => email,
  "send-magic-link": ({ accountCode, environment, email }) => `${accountCode} ${environment} ${email}`,
  "send-sign-up": ({ email }) => email,
  "watch-service": () => "now",
  "post-alert": ({ postId }) => postId,
  "run-drill": ({ drillId }) => drillId,
};

/**
 * Writes the job beside the change that made it necessary; the relay hands it to the job engine once it is due.
 * Of several jobs about the same thing only one waits, at the earliest of their times. Statements that write jobs
 * themselves give them the same key: the job's name, a colon, what it is about. What a sweeper writes is a reminder, so that
 * a job which the engine still has, and tries again, is not there once more with each of its rounds.
 */
export async function enqueue<J extends JobName>(
  tx: Queryable,
  job: J,
  payload: JobPayloads[J],
  runAt: Date | null = null,
): Promise<void> {
  const subject = SUBJECTS[job]?.(payload);
  const key = subject === undefined ? null : `${job}:${subject}`;
  await tx.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, traceparent)
    values (${job}, ${key}, ${storableJson(payload)}::jsonb, coalesce(${runAt}::timestamptz, now()), ${currentTraceparent()})
    on conflict (key) do update set run_at = least(outbox_jobs.run_at, excluded.run_at), is_reminder = false`);
}
