import type { Ctx } from "#server/kernel/context.ts";
import { requireMachine, requireOperator } from "#server/kernel/operator-permissions.ts";

export type BackupKind = "wal" | "base" | "verify";

export type BackupState = {
  kind: BackupKind;
  /** Where it is kept. */
  place: string;
  /** When it was done last; null: never. */
  doneAt: Date | null;
  tookMs: number | null;
  bytes: bigint | null;
  /** Why it cannot be done, since when; null while it can. */
  fault: string | null;
  failingSince: Date | null;
};

type Outcome = { place: string } & ({ fault: string } | { fault: null; tookMs: number; bytes?: number | undefined });

/** What was done last of a kind, or why it cannot be done. */
export async function recordBackup(ctx: Ctx, kind: BackupKind, { place, ...outcome }: Outcome): Promise<void> {
  requireMachine(ctx);
  const now = ctx.clock.now();
  if (outcome.fault === null) {
    const done = {
      ...{ place, doneAt: now, fault: null, failingSince: null },
      ...{ tookMs: Math.round(outcome.tookMs), bytes: outcome.bytes === undefined ? null : BigInt(outcome.bytes) },
    };
    await ctx.db.prisma.backupState.upsert({ where: { kind }, create: { kind, ...done }, update: done });
    return;
  }
  const fault = outcome.fault.slice(0, 500);
  await ctx.db.transaction(async (tx) => {
    const before = await tx.prisma.backupState.findUnique({ where: { kind } });
    const failed = { place, fault, failingSince: before?.failingSince ?? now };
    await tx.prisma.backupState.upsert({ where: { kind }, create: { kind, ...failed }, update: failed });
  });
}

/** Copies are not made any more. */
export async function forgetBackups(ctx: Ctx): Promise<void> {
  requireMachine(ctx);
  await ctx.db.prisma.backupState.deleteMany({});
}

/** By kind; empty where none are made. */
export async function listBackupStates(ctx: Ctx): Promise<BackupState[]> {
  requireOperator(ctx, "platform:read");
  return (await ctx.db.prisma.backupState.findMany({ orderBy: { kind: "asc" } })) as BackupState[];
}
