import { spawn } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The process that builds the pages beside the tests that need none. */
    buildPid: number;
  }
}

/** Begins to build the pages; `tests/support/built.ts` waits for it. */
export default function setup(project: TestProject): () => void {
  const build = spawn(process.execPath, ["server/build.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: "inherit",
  });
  project.provide("buildPid", build.pid!);
  return () => void build.kill();
}
