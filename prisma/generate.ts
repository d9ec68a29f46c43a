import { spawnSync } from "node:child_process";
import { markGenerated } from "#server/process/ensure-build.ts";
import { generateLanguages } from "#server/process/generate-languages.ts";

generateLanguages();

/** Generates the Prisma client. No engine is needed for it, so the engine's download is pointed at nothing. */
const made = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate", "--no-hints"], {
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
  encoding: "utf8",
});
if (made.status !== 0) {
  process.stderr.write(`${made.stdout}${made.stderr}`);
  process.exit(1);
}
markGenerated();
