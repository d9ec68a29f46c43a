import { vi } from "vitest";
import { HOUR, SECOND } from "#server/kernel/time.ts";

/**
 * For who sends webhooks on a busy machine: the clocks stand still, so that nothing is late or slow, and no attempt is given up for
 * taking longer than its 15 seconds. What hangs does so until the receiver hangs up.
 */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const start = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number, ...rest: never[]) =>
    start(act, ms === 15 * SECOND ? 15 * HOUR : ms, ...rest)) as never);
}

export function goOn(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
}
