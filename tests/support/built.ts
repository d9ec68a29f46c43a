import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { isBuilt } from "#server/process/ensure-build.ts";

// No test's time-out has to cover a build.
for (;;) {
  const building = isAlive(inject("buildPid"));
  if (isBuilt()) break;
  if (!building) throw new Error("The pages could not be built: the reason was printed above.");
  await sleep(1_000);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
