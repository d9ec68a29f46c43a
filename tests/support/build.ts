import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** What services begin with is made beside the tests that need none: in the folder, by the process. */
    prepared: { dataDir: string; pid: number };
  }
}

/** Begins to build the pages and to make a data directory; `tests/support/built.ts` waits for both. */
export default function setup(project: TestProject): () => void {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-prepared-"));
  const preparing = spawn(process.execPath, ["tests/support/prepare-services.ts", dataDir], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: "inherit",
  });
  project.provide("prepared", { dataDir, pid: preparing.pid! });
  return () => {
    preparing.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
