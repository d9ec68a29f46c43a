import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { applySimulators, type SimulatorAddresses } from "#server/process/platform.ts";

/** What a worker of its own is told. */
export type Working = {
  databaseUrl: string;
  directDatabaseUrl: string | undefined;
  masterKey: string;
  timeScale: number;
  addresses: SimulatorAddresses;
};

// The job engine in a process of its own. Says that it is up, and works until its input ends.
const { addresses, ...settings } = JSON.parse(process.argv[2] ?? "{}") as Working;
overrideEnv(settings);
applySimulators(addresses);
setEventShapes(eventShapes);
await openKeyring(database());
const worker = await startEmbeddedWorker(database(), directDatabaseUrl());
process.stdout.write("up\n");
await new Promise((resolve) => process.stdin.once("end", resolve).resume());
await worker.stop();
await database().close();
