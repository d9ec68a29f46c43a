import { ensureBuild } from "./process/ensure-build.ts";

ensureBuild((line) => process.stdout.write(`${line}\n`));
