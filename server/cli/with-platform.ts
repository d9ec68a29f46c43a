import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { applySimulators, openPlatform, readSimulatorAddresses, simulatorsWanted } from "../process/platform.ts";
import { shareOwnPostgres } from "../process/share-own-postgres.ts";

/**
 * Runs a command against the service's database, whether the service runs or not: then the database is started for the
 * command and stopped after the last one that works on it.
 */
export async function withPlatform<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  overrideEnv({ logLevel: "error" });
  setEventShapes(eventShapes);
  // Before anything is done on it: who leaves meanwhile does not stop it.
  const shared = env().databaseUrl ? null : await shareOwnPostgres();
  try {
    await openPlatform({ name: "svc", postgres: shared?.postgres });
    return await onPlatform(work);
  } finally {
    await shared?.leave();
  }
}

async function onPlatform<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const ctx = systemContext({ kind: "command", name: process.env.USER ?? "svc" });
  try {
    await seed(ctx);
    return await work(ctx);
  } finally {
    await leaveKeyring(ctx.db);
    await database().close();
  }
}

/** For commands that ask a supplier: with simulators, those of the running service, or our own for as long as it takes. */
export async function withSuppliers<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return await withPlatform(async (ctx) => {
    if (!simulatorsWanted(env())) return await work(ctx);
    const running = readSimulatorAddresses(env().dataDir);
    if (running && (await answers(running.control))) {
      applySimulators(running);
      return await work(ctx);
    }
    const own = await startSimulators({ dataDir: env().dataDir, notify: {} });
    applySimulators(own.addresses);
    try {
      return await work(ctx);
    } finally {
      await own.close();
    }
  });
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );
}
