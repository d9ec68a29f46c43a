import { isAbsolute } from "node:path";
import { sayThatHere } from "#server/kernel/sign-of-life.ts";
import { startSimulators } from "./start-simulators.ts";

/** The simulators as a process of their own: says when it is up, and ends with the process that started it. */
async function main(): Promise<void> {
  const dataDir = process.env.DATA_DIR ?? "";
  if (!isAbsolute(dataDir)) throw new Error(`DATA_DIR must be an absolute path, not "${dataDir}".`);
  sayThatHere();
  let running: Awaited<ReturnType<typeof startSimulators>> | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running?.close();
    process.exit(0);
  };
  for (const event of ["disconnect", "SIGTERM", "SIGINT"] as const) process.once(event, stop);
  running = await startSimulators({ dataDir, notify: readNotify(process.env.SIMULATOR_NOTIFY) });
  if (stopping) return await running.close().then(() => process.exit(0));
  process.send?.({ type: "ready", addresses: running.addresses });
}

/** A JSON object: supplier code → webhook address. */
function readNotify(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new Error("SIMULATOR_NOTIFY is not a JSON object.");
  }
}

main().catch((error: Error) => {
  process.stderr.write(`The simulators could not start: ${error.message}\n`);
  process.exit(1);
});
