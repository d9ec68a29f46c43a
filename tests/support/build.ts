import { ensureBuild } from "#server/process/ensure-build.ts";

/** Before the first browser test: no test's time-out has to cover a build. */
export const setup = (): void => ensureBuild((line) => process.stdout.write(`${line}\n`));
