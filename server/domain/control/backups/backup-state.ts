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

export type BackupOutcome = { place: string; tookMs: number; bytes?: number | undefined; fault: string | null };

/** What was done last of a kind, or why it could not be. */
export async function recordBackup(ctx: Ctx, kind: BackupKind, outcome: BackupOutcome): Promise<void> {
  requireMachine(ctx);
  const now = ctx.clock.now();
  const { place, tookMs, bytes, fault } = outcome;
  const done = {
    ...{ place, doneAt: now, fault: null, failingSince: null },
    ...{ tookMs: Math.round(tookMs), bytes: bytes === undefined ? null : BigInt(bytes) },
  };
  await ctx.db.transaction(async (tx) => {
    const before = await tx.prisma.backupState.findUnique({ where: { kind } });
    const failed = { place, fault: fault?.slice(0, 500) ?? null, failingSince: before?.failingSince ?? now };
    const state = fault === null ? done : failed;
    await tx.prisma.backupState.upsert({ where: { kind }, create: { kind, ...state }, update: state });
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
