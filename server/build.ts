import { ensureBuild } from "./process/ensure-build.ts";

try {
  await ensureBuild((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
