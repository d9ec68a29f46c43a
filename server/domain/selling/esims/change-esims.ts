import type { PaidBack } from "#server/domain/catalogue/suppliers/index.ts";
import { type Database, sql, type Transaction } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { writeTogether } from "#server/kernel/write-together.ts";
import type { ChangeSource, Esim, EsimState } from "./esim.ts";
import { tellLateUse } from "./tell-late-use.ts";

/** One eSIM as it was read, and what it is to be. */
export type EsimChange = {
  esim: Esim;
  state: EsimState;
  source: ChangeSource;
  at: Date;
  /** Of one that is cancelled: what its supplier says came back for it. */
  paidBack?: PaidBack | undefined;
};

/** Whether a state differs from the eSIM in anything but when we last looked. */
export const isChanged = (esim: Esim, state: EsimState): boolean =>
  (Object.keys(state) as (keyof EsimState)[]).some(
    (field) => field !== "syncedAt" && state[field]?.valueOf() !== esim[field]?.valueOf(),
  );

/**
 * Applies the changes of eSIMs that nobody else has changed meanwhile, with history, measurement and events, in one
 * statement. Returns the ids of those that were changed.
 */
export async function changeEsims(tx: Transaction, changes: EsimChange[]): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  await tellLateUse(tx, changes);
  const rows = changes.map(toChangeRow);
  const changed = await tx.query<{ id: number }>(sql`select id from change_esims(${storableJson(rows)}::jsonb) as id`);
  return new Set(changed.map(({ id }) => id));
}

/** The same for a batch that was learned from outside: what the database refuses of it is left as it was, alone. */
export async function changeEsimsLearned(db: Database, changes: EsimChange[]): Promise<Set<number>> {
  const changed = await writeTogether(
    changes,
    async (some) => [...(await changeEsims(db, some))],
    ({ esim }, { message }) =>
      log().error({ esimId: esim.id, error: message }, "a report about an eSIM could not be written"),
  );
  return new Set(changed);
}

/** A change as `change_esims` reads it; `settle_actions` takes the same. */
export function toChangeRow({ esim, state, source, at }: EsimChange): object {
  const after = { ...esim, ...state, version: esim.version + 1 };
  const measured = state.usedBytes !== esim.usedBytes || state.totalBytes !== esim.totalBytes;
  return {
    id: esim.id,
    version: esim.version,
    status: state.status,
    resume_status: state.resumeStatus,
    installation_status: state.installationStatus,
    supplier_status: state.supplierStatus,
    supplier_smdp_status: state.supplierSmdpStatus,
    total_bytes: state.totalBytes,
    used_bytes: state.usedBytes,
    activated_at: state.activatedAt,
    installed_at: state.installedAt,
    expires_at: state.expiresAt,
    eid: state.eid,
    device_brand: state.deviceBrand,
    device_model: state.deviceModel,
    device_os: state.deviceOs,
    device_imei: state.deviceImei,
    network_name: state.networkName,
    apn: state.apn,
    synced_at: state.syncedAt,
    source,
    at,
    measured,
    events: eventsOf(esim, after).map((type) => ({
      event_id: newEventId(),
      type,
      data: eventData({ esim: after }),
    })),
  };
}

/** The events that a change makes, each once in the eSIM's life or once per change. */
function eventsOf(before: Esim, after: Esim): EventType[] {
  const events: EventType[] = [];
  if (before.activatedAt === null && after.activatedAt !== null) events.push("esim.activated");
  if (after.usedBytes !== before.usedBytes) events.push("esim.usage.updated");
  if (before.status !== "suspended" && after.status === "suspended") events.push("esim.suspended");
  if (before.status === "suspended" && !["suspended", "cancelled", "expired"].includes(after.status))
    events.push("esim.resumed");
  if (before.status !== "cancelled" && after.status === "cancelled") events.push("esim.cancelled");
  return events;
}
