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
import { countOpen, type Kind, type Run } from "./record-difference.ts";

/** Longer than anything is watched for, so that what is left then is found by the next nights. */
const LOOK_BACK = 7 * DAY;
/** A run that has not ended by then died. */
const LONGEST = 12 * HOUR;

export type Reconciled = {
  id: number;
  kind: Kind;
  status: "done" | "incomplete";
  from: Date;
  to: Date;
  sources: Source[];
  /** Differences that wait, of this and earlier runs. */
  open: number;
};

/** `since`: how far back, a week without it. `supplier`: that one only. */
type Options = { since?: Date; supplier?: SupplierCode };

/**
 * Holds the suppliers' records, or the payment provider's, against ours, and deals with what differs. Can be run at any time,
 * also side by side: what was found is not found again, and what was dealt with stays as it is.
 */
export async function reconcile(ctx: Ctx, kind: Kind, { since, supplier }: Options = {}): Promise<Reconciled> {
  requireOperator(ctx, "audits:run");
  const run = await begin(ctx, kind, since);
  const sources =
    kind === "suppliers" ? await reconcileSuppliers(ctx, run, supplier) : await reconcilePayments(ctx, run);
  const status = sources.every(({ message }) => message === null) ? "done" : "incomplete";
  const finished = { status, sources: storableData(sources), finishedAt: ctx.clock.now() };
  await ctx.db.prisma.reconciliationRun.update({ where: { id: run.id }, data: finished });
  await tell(ctx, run, sources);
  return { id: run.id, kind, status, ...run.range, sources, open: await countOpen(ctx, kind) };
}

async function begin(ctx: Ctx, kind: Kind, since?: Date): Promise<Run> {
  const now = ctx.clock.now();
  const from = since && since < now ? since : after(now, -LOOK_BACK);
  const { reconciliationRun } = ctx.db.prisma;
  await reconciliationRun.updateMany({
    where: { kind, status: "running", startedAt: { lt: after(now, -LONGEST) } },
    data: { status: "incomplete", finishedAt: now },
  });
  const { id } = await reconciliationRun.create({
    data: { kind, status: "running", rangeFrom: from, rangeTo: now, askedBy: ctx.actor.name, startedAt: now },
  });
  return { id, kind, range: { from, to: now } };
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
