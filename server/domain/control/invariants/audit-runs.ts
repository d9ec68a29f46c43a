import { verifyLedger } from "#server/domain/money/ledger/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { storableData } from "#server/kernel/storable.ts";
import { checkInvariants } from "./check-invariants.ts";

export const AUDIT_KINDS = ["ledger", "invariants"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export type AuditRun = {
  id: number;
  kind: AuditKind;
  /** `broken`: it could not be carried out. */
  status: "waiting" | "passed" | "failed" | "broken";
  /** Accounts for the ledger, rules for the invariants; of a run that is under way the rules so far. */
  checked: number;
  failures: { what: string; where: string }[];
  askedBy: string;
  askedAt: Date;
  finishedAt: Date | null;
};

/** Asks the worker for a run; one of a kind waits at a time. Returns false when one does, and has it taken up in case its job is gone. */
export async function requestAuditRun(ctx: Ctx, kind: AuditKind): Promise<boolean> {
  requireOperator(ctx, "audits:run");
  return await ctx.db.transaction(async (tx) => {
    const made = await tx.query<{ id: number }>(sql`
      insert into audit_runs (kind, status, asked_by, asked_at) values (${kind}, 'waiting', ${ctx.actor.name}, ${ctx.clock.now()})
      on conflict (kind) where status = 'waiting' do nothing returning id`);
    if (made.length === 0) {
      const waiting = await tx.prisma.auditRun.findFirst({ where: { kind, status: "waiting" }, select: { id: true } });
      if (waiting) await enqueue(tx, "audit-books", { runId: waiting.id });
      return false;
    }
    const { id } = one(made);
    await enqueue(tx, "audit-books", { runId: id });
    await recordAudit(tx, ctx, { act: "audit.request", subject: kind });
    return true;
  });
}

/** Carries a run out and keeps its result. Does nothing when it was carried out before. */
export async function runAudit(ctx: Ctx, runId: number): Promise<void> {
  const run = await ctx.db.prisma.auditRun.findUnique({ where: { id: runId, status: "waiting" } });
  if (!run) return;
  const onProgress = async (checked: number): Promise<void> => {
    await ctx.db.prisma.auditRun.updateMany({ where: { id: runId, status: "waiting" }, data: { checked } });
  };
  const { status, checked, failures } = await execute(ctx, run.kind as AuditKind, onProgress);
  await ctx.db.prisma.auditRun.updateMany({
    where: { id: runId, status: "waiting" },
    data: { status, checked, failures: storableData(failures.slice(0, 50)), finishedAt: ctx.clock.now() },
  });
  if (status === "passed") return;
  log().error({ audit: run.kind, status, failures: failures.slice(0, 5) }, "an audit did not pass");
  const [first] = failures;
  await tellOperators(ctx.db, ctx.clock.now(), {
    kind: "audit.failed",
    subject: run.kind,
    occasion: String(runId),
    text: `The audit of ${run.kind === "ledger" ? "the ledger" : "money and states"} did not pass: ${first?.what} (${first?.where})${failures.length > 1 ? ` and ${failures.length - 1} more` : ""}.`,
  });
}

type OnProgress = (checked: number) => Promise<void>;

async function execute(
  ctx: Ctx,
  kind: AuditKind,
  onProgress: OnProgress,
): Promise<Pick<AuditRun, "status" | "checked" | "failures">> {
  try {
    const result = kind === "ledger" ? await ledger(ctx) : await invariants(ctx, onProgress);
    return { ...result, status: result.failures.length === 0 ? "passed" : "failed" };
  } catch (error) {
    return {
      status: "broken",
      checked: 0,
      failures: [{ what: "It could not be carried out.", where: (error as Error).message }],
    };
  }
}

async function ledger(ctx: Ctx) {
  const { accounts, failures } = await verifyLedger(ctx);
  return { checked: accounts, failures: failures.map(({ account, fault }) => ({ what: fault, where: account })) };
}

async function invariants(ctx: Ctx, onProgress: OnProgress) {
  const { checked, failures } = await checkInvariants(ctx, { onProgress });
  const shown = failures.map(({ invariant, examples, count }) => ({
    what: invariant,
    where: `${examples} (${count})`,
  }));
  return { checked, failures: shown };
}

/** Newest first. */
export async function listAuditRuns(ctx: Ctx, limit = 20): Promise<AuditRun[]> {
  requireOperator(ctx, "platform:read");
  return (await ctx.db.prisma.auditRun.findMany({ orderBy: { id: "desc" }, take: limit })) as AuditRun[];
}
