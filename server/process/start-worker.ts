import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { handOverToInngest } from "#inngest/index.ts";
import { runRelay } from "#inngest/relay.ts";
import { presentEventData } from "#server/api/v1/events.ts";
import { database } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { setEventPresenter } from "#server/kernel/events.ts";
import {
  applySimulators,
  openPlatform,
  readSimulatorAddresses,
  type SimulatorAddresses,
  simulatorsWanted,
} from "./platform.ts";
import { onStopSignal } from "./start-service.ts";

/** As a child of the service, or on its own on any machine that reaches the database. */
export async function startWorker(): Promise<void> {
  setEventPresenter(presentEventData);
  const { databaseUrl } = await openPlatform();
  const addresses = simulatorsWanted(env()) ? readSimulatorAddresses(env().dataDir) : null;
  if (addresses) applySimulators(addresses);
  const stop = env().inngest ? startInngestRelay() : await startEngine(databaseUrl);
  onStopSignal(async () => {
    await stop();
    await database().close();
  });
  // The parent is gone: finish what runs, then end, so that the next start finds no second worker.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", (message) => {
    const { type, addresses } = message as { type: string; addresses: SimulatorAddresses };
    if (type === "simulators") applySimulators(addresses);
  });
  process.send?.({ type: "ready" });
}

async function startEngine(databaseUrl: string): Promise<() => Promise<void>> {
  const worker = await startEmbeddedWorker(database(), databaseUrl);
  let stopping = false;
  worker.ended.catch((error) => {
    if (stopping) return;
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  });
  return async () => {
    stopping = true;
    await worker.stop();
  };
}

function startInngestRelay(): () => Promise<void> {
  const stopping = new AbortController();
  const relay = runRelay(database(), handOverToInngest, stopping.signal);
  return async () => {
    stopping.abort();
    await relay;
  };
}
