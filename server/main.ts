import { ensureBuild, ensureGenerated } from "./process/ensure-build.ts";

// The service: HTTP and pages, with the jobs' worker and the simulators as children. What it imports needs the generated
// Prisma client, so that is made sure of first.
const flags = new Set(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (flags.has("--dev")) ensureGenerated();
  else ensureBuild(say);
  const { startService } = await import("./process/start-service.ts");
  await startService({ dev: flags.has("--dev"), children: !flags.has("--web"), say });
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
