import type { ChildProcess } from "node:child_process";
import { log } from "#server/kernel/log.ts";
import { THERE } from "#server/kernel/sign-of-life.ts";
import { SECOND } from "#server/kernel/time.ts";

const LOOK_EVERY_MS = SECOND;
/** Looks in a row without a word. One that starts has much to read first. */
export const MOST_SILENT = { up: 15, starting: 120 };
/** Of those for whom nobody waits at that moment, and who work through much at a time. */
export const MOST_SILENT_BEHIND = { ...MOST_SILENT, up: 30 };

/**
 * Ends a child that says nothing any more, stopped or caught in a loop: whoever keeps it starts another one. What counts are
 * looks and not the clock, so that a machine that slept is not held against it.
 */
export function watchChild(child: ChildProcess, name: string, most: typeof MOST_SILENT): { isUp(): void } {
  let phase: keyof typeof MOST_SILENT = "starting";
  let silent = 0;
  const look = () => {
    if (++silent <= most[phase]) return void (child.connected && child.send(THERE, () => {}));
    clearInterval(timer);
    log().error({ child: name, phase }, "a child process says nothing any more and is ended");
    // Not by a signal that it could hear later, beside its successor.
    child.kill("SIGKILL");
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  child.on("message", () => {
    silent = 0;
  });
  child.once("exit", () => clearInterval(timer));
  return {
    isUp() {
      phase = "up";
    },
  };
}
