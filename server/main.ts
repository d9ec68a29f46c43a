import "./process/compile-cache.ts";
import { ensureBuild, ensureGenerated, isBuilt, requireWritableFolder, startBuild } from "./process/ensure-build.ts";

// The service: HTTP and pages, with the jobs' worker and the simulators as children. What it imports needs the generated
// Prisma client, so that is made sure of first. A process that joins others (--web) has its pages before it answers anybody.
const flags = new Set(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);
const dev = flags.has("--dev");
const children = !flags.has("--web");

try {
  if (dev || !isBuilt()) requireWritableFolder();
  if (dev || children) ensureGenerated();
  else await ensureBuild(say);
  const { startService } = await import("./process/start-service.ts");
  await startService({ dev, children, say, startBuild: dev || isBuilt() ? null : startBuild });
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
