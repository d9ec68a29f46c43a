import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { storableData } from "#server/kernel/storable.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { findNotRefunded } from "./not-refunded.ts";
import { listBooks } from "./our-payments.ts";
import { reconcileProvider } from "./reconcile-provider.ts";
import { reconcileSupplier, type Source } from "./reconcile-supplier.ts";
import { countOpen, countOutcomes, type Difference, type Kind, type Outcome, type Run } from "./record-difference.ts";

/** Longer than anything is watched for, so that what is left then is found by the next nights. */
const LOOK_BACK = 7 * DAY;
/** A run that has not ended by then died. */
const LONGEST = 12 * HOUR;

export type Reconciled = {
  /** Null of a dry run: it is not on record. */
  id: number | null;
  kind: Kind;
  /** All was read, and nothing is open. */
  ok: boolean;
  status: "done" | "incomplete";
  from: Date;
  to: Date;
  sources: Source[];
  /** Entries that agree. */
  matched: number;
  /** Differences of this run that became an order's or a payment's, that money came back for, and that people have to look at. */
  adopted: number;
  refunded: number;
  queued: number;
  /** Differences that wait, of this and earlier runs; of a dry run those that it found. */
  open: number;
};

/** `since`: how far back, a week without it. `supplier`: that one only. `dry`: the differences go in there, and nothing is done about them. */
type Options = { since?: Date; supplier?: SupplierCode; dry?: Difference[] };

/**
 * Holds the suppliers' records, or the payment provider's, against ours, and deals with what differs. Can be run at any time,
 * also side by side: what was found is not found again, and what was dealt with stays as it is.
 */
export async function reconcile(ctx: Ctx, kind: Kind, { since, supplier, dry }: Options = {}): Promise<Reconciled> {
  requireOperator(ctx, "audits:run");
  const run = await begin(ctx, kind, since, dry ?? null);
  const sources =
    kind === "suppliers" ? await reconcileSuppliers(ctx, run, supplier) : await reconcilePayments(ctx, run);
  const status = sources.every(({ message }) => message === null) ? "done" : "incomplete";
  if (!dry) {
    const finished = { status, sources: storableData(sources), finishedAt: ctx.clock.now() };
    await ctx.db.prisma.reconciliationRun.update({ where: { id: run.id }, data: finished });
    await tell(ctx, run, sources);
  }
  const open = dry ? dry.length : await countOpen(ctx, kind);
  const became = await countOutcomes(ctx, run);
  const of = (...outcomes: Outcome[]) => outcomes.reduce((sum, outcome) => sum + (became.get(outcome) ?? 0), 0);
  return {
    id: dry ? null : run.id,
    kind,
    ok: status === "done" && open === 0,
    status,
    ...run.range,
    sources,
    matched: sources.reduce((sum, { matched }) => sum + matched, 0),
    adopted: of("adopted"),
    refunded: of("refunded", "returned"),
    queued: of("waiting", "review"),
    open,
  };
}

async function begin(ctx: Ctx, kind: Kind, since: Date | undefined, dry: Run["dry"]): Promise<Run> {
  const now = ctx.clock.now();
  const from = since && since < now ? since : after(now, -LOOK_BACK);
  if (dry) return { id: 0, kind, range: { from, to: now }, dry };
  const { reconciliationRun } = ctx.db.prisma;
  await reconciliationRun.updateMany({
    where: { kind, status: "running", startedAt: { lt: after(now, -LONGEST) } },
    data: { status: "incomplete", finishedAt: now },
  });
  const { id } = await reconciliationRun.create({
    data: { kind, status: "running", rangeFrom: from, rangeTo: now, askedBy: ctx.actor.name, startedAt: now },
  });
  return { id, kind, range: { from, to: now }, dry };
}

/** One that nothing was ever bought from has nothing to be compared. */
async function reconcileSuppliers(ctx: Ctx, run: Run, only?: SupplierCode): Promise<Source[]> {
  const used = await ctx.db.query<{ code: string }>(sql`
    select code from suppliers s where open or exists (select from supplier_orders p where p.supplier_code = s.code)`);
  const codes = new Set(used.map(({ code }) => code));
  const sources: Source[] = [];
  for (const code of SUPPLIER_CODES)
    if (only ? code === only : codes.has(code)) sources.push(await reconcileSupplier(ctx, run, code));
  return sources;
}

async function reconcilePayments(ctx: Ctx, run: Run): Promise<Source[]> {
  const sources: Source[] = [];
  for (const books of await listBooks(ctx)) sources.push(await reconcileProvider(ctx, run, books));
  return [...sources, await findNotRefunded(ctx, run)];
}

/** Once for each difference that is new to people, and for a record that could not be read. */
async function tell(ctx: Ctx, run: Run, sources: Source[]): Promise<void> {
  const now = ctx.clock.now();
  const found = await ctx.db.prisma.reconciliationDifference.findMany({
    where: { foundRun: run.id, outcome: "waiting" },
    select: { id: true, text: true },
    orderBy: { id: "asc" },
  });
  const [first] = found;
  if (first)
    await tellOperators(ctx.db, now, {
      kind: "review.waiting",
      subject: `REC-${first.id}`,
      occasion: String(run.id),
      text: `${first.text}${found.length > 1 ? ` ${found.length - 1} more differences were found.` : ""} See the review queue.`,
    });
  for (const { source, message } of sources)
    if (message !== null) log().error({ source, message }, "a record could not be read whole: nothing follows from it");
}
