import { setTimeout as sleep } from "node:timers/promises";

/** Long enough for anything that has to happen, however busy the machine is with other things: what never happens fails after it. */
export const PATIENCE_MS = 300_000;

export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
  everyMs = 50,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`A condition did not hold within ${withinMs} ms.`);
    await sleep(everyMs);
  }
}
