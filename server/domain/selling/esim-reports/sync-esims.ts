import { type Connected, connectSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import {
  ESIM_COLUMNS,
  type Esim,
  type EsimChange,
  hearMissing,
  isChanged,
  lastHeard,
  nextState,
} from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { takeReports } from "./take-reports.ts";

/** eSIMs in use are looked at hourly, others now and then: suppliers allow few requests, and their webhooks come first. */
const DUE_AFTER = { inUse: HOUR, idle: 6 * HOUR };
/** What a supplier said nothing of use about is not asked for again before: others come first. */
const AGAIN_AFTER = 30 * MINUTE;
/** Read at once, and asked for at once. */
const PAGE = 500;
const BATCH = 250;
/** A run ends before the next one starts. */
const RUN_FOR = 9 * MINUTE;

/** `found`: of those it was said how they stand. */
export type Synced = { looked: number; changed: number; found: number };

/** Asks a supplier for its eSIMs that have not been looked at for longest, until none is due or time is up. */
export async function syncEsims(ctx: Ctx, code: SupplierCode): Promise<Synced> {
  const total = await lookAtDue(ctx, code);
  if (total.looked > 0 && total.found === 0) await lookAtHeard(ctx, code, total);
  await noteLooks(ctx, code, total);
  return total;
}

async function lookAtDue(ctx: Ctx, code: SupplierCode): Promise<Synced> {
  const startedAt = ctx.clock.now();
  const total: Synced = { looked: 0, changed: 0, found: 0 };
  for (;;) {
    const due = inAnyOrder(await listDue(ctx, code, startedAt));
    for (let i = 0; i < due.length; i += BATCH) {
      if (ctx.clock.now() > after(startedAt, RUN_FOR)) return total;
      const { failure, ...synced } = await syncBatch(ctx, await connectSupplier(ctx, code), due.slice(i, i + BATCH));
      if (failure) log().error({ supplier: code, error: (failure as Error).message }, "a cancel could not be booked");
      add(total, synced);
    }
    if (due.length < PAGE) return total;
  }
}

/** What was due brought nothing: whether that is the supplier's silence is asked of the eSIM that it spoke of last. */
async function lookAtHeard(ctx: Ctx, code: SupplierCode, total: Synced): Promise<void> {
  const heard = await lastHeard(ctx.db, code);
  if (heard) add(total, await syncBatch(ctx, await connectSupplier(ctx, code), [heard]));
}

/** Since when looks bring nothing, whatever the calls were answered with. A run in which none was due says nothing. */
async function noteLooks({ db, clock }: Ctx, code: SupplierCode, { looked, found }: Synced): Promise<void> {
  if (looked === 0) return;
  const isSilent = found === 0;
  await db.prisma.supplier.updateMany({
    where: { code, looksSilentSince: isSilent ? null : { not: null } },
    data: { looksSilentSince: isSilent ? clock.now() : null },
  });
}

/** The same for certain eSIMs, because a supplier said that something happened to them. Suppliers side by side: one that hangs holds up its own only. */
export async function syncEsimsById(ctx: Ctx, esimIds: number[]): Promise<Synced> {
  const esims = await ctx.db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e
     where e.id = any(${esimIds}::bigint[]) and e.environment = 'live' and e.status not in ('cancelled', 'expired')`);
  const total: Synced = { looked: 0, changed: 0, found: 0 };
  const groups = Map.groupBy(esims, (esim) => esim.supplierCode as SupplierCode);
  const ends = await Promise.allSettled([...groups].map(([code, own]) => syncOwn(ctx, code, own, total)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return total;
}

async function syncOwn(ctx: Ctx, code: SupplierCode, own: Esim[], total: Synced): Promise<void> {
  const supplier = await connectSupplier(ctx, code);
  const later = await supplier.begin();
  if (later) return await enqueue(ctx.db, "sync-esims", { esimIds: own.map(({ id }) => id) }, later);
  const { failure, ...synced } = await syncBatch(ctx, supplier, own);
  // That one of them, asked once, said nothing is told by the next whole run.
  if (synced.found > 0) await noteLooks(ctx, code, synced);
  if (failure) throw failure;
  add(total, synced);
}

function add(total: Synced, { looked, changed, found }: Synced): void {
  total.looked += looked;
  total.changed += changed;
  total.found += found;
}

/** One that its supplier cannot answer for may hold up those that are asked for after it: not the same ones each time. */
const inAnyOrder = (esims: Esim[]): Esim[] =>
  esims
    .map((esim) => ({ esim, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ esim }) => esim);

async function listDue(ctx: Ctx, code: SupplierCode, now: Date): Promise<Esim[]> {
  return await ctx.db.query<Esim>(sql`
    select ${ESIM_COLUMNS} from esims e
     where e.supplier_code = ${code} and e.environment = 'live' and e.status not in ('cancelled', 'expired')
       and e.synced_at < case e.status when 'activated' then ${after(now, -DUE_AFTER.inUse)}::timestamptz else ${after(now, -DUE_AFTER.idle)}::timestamptz end
       and e.synced_at < ${after(now, -DUE_AFTER.inUse)}::timestamptz
       and (e.asked_at is null or e.asked_at < ${after(now, -AGAIN_AFTER)}::timestamptz)
     order by e.synced_at limit ${PAGE}`);
}

/** One statement for a whole batch; an eSIM that somebody else changed meanwhile is looked at again the next time. */
async function syncBatch(ctx: Ctx, supplier: Connected, esims: Esim[]): Promise<Synced & { failure: unknown }> {
  const askedAt = ctx.clock.now();
  const found = await supplier.getEsims(esims);
  const at = ctx.clock.now();
  const changes: EsimChange[] = [];
  const same: number[] = [];
  const unknown: number[] = [];
  for (const esim of esims) {
    const answer = await hearMissing(ctx, supplier, esim, found.get(esim.supplierEsimId), askedAt);
    if (answer?.kind === "not_found") {
      log().warn({ supplier: supplier.code, esimId: esim.id }, "the supplier does not know an eSIM that it delivered");
      unknown.push(esim.id);
    }
    if (answer?.kind !== "found") continue;
    if (answer.value.status === null)
      log().warn(
        { supplier: supplier.code, status: answer.value.supplierStatus },
        "an eSIM has a status that is not known",
      );
    const state = nextState(esim, answer.value, at);
    const { paidBack } = answer.value;
    if (isChanged(esim, state)) changes.push({ esim, state, source: "supplier", at, paidBack });
    else same.push(esim.id);
  }
  const { changed, failure } = await takeReports(ctx, supplier, changes);
  const rest = esims.flatMap(({ id }) => (changed.has(id) ? [] : [id]));
  await noteAsked(ctx, rest, { same, unknown }, at);
  const heard = esims.filter(({ supplierEsimId }) => found.get(supplierEsimId)?.kind === "found").length;
  return { looked: esims.length, changed: changed.size, found: heard, failure };
}

type Heard = { same: number[]; unknown: number[] };

/**
 * Of `same` is known how they stand, of the others not; those that the supplier does not know have their next
 * look as if it were. In the order of their ids, as everybody locks them.
 */
async function noteAsked(ctx: Ctx, ids: number[], { same, unknown }: Heard, at: Date): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.query(sql`
    with known as (
      select id, id = any(${same}::bigint[]) as is_same, id = any(${unknown}::bigint[]) as is_unknown from esims where id = any(${ids}::bigint[]) order by id for no key update)
    update esims e set synced_at = case when is_same or is_unknown then ${at}::timestamptz else e.synced_at end, asked_at = case when not is_same then ${at}::timestamptz end
      from known where e.id = known.id`);
}
