import "./process/compile-cache.ts";
import { ensureGenerated } from "./process/ensure-build.ts";

// The jobs: hands due work to the engine and, unless that is an Inngest server, runs it.
try {
  ensureGenerated();
  const { startWorker } = await import("./process/start-worker.ts");
  await startWorker();
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
