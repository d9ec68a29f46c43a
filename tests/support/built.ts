import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { isBuilt } from "#server/process/ensure-build.ts";
import { beginServicesWith } from "./service.ts";

const { dataDir, pid } = inject("prepared");
// No test's time-out has to cover this.
while (isAlive(pid)) await sleep(1_000);
if (!isBuilt() || !existsSync(join(dataDir, "prepared")))
  throw new Error("The services could not be prepared: the reason was printed above.");
beginServicesWith(dataDir);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
