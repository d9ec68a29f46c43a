import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/kernel/log.ts";
import { isSignOfLife } from "#server/kernel/sign-of-life.ts";
import { type MOST_SILENT, watchChild } from "./watch-child.ts";

export type Child = {
  send(message: object): void;
  /** Runs its code as it is now; false when that cannot start. Where two may run, the former one then stays. */
  replace(): Promise<boolean>;
  stop(): Promise<void>;
};

type Options = {
  name: string;
  launch(): ChildProcess;
  /** Called with each message of the child. */
  onMessage?(message: unknown): void;
  /** Which of them means that it is up; without it, the first. */
  isUp?(message: unknown): boolean;
  /** It answers when it is asked (`sayThatHere`): silent for more looks than these, it is ended and started again. */
  mostSilent?: typeof MOST_SILENT | undefined;
  /** Two of it may run at a time: the former one goes on until the one that replaces it is up. */
  overlaps?: boolean;
  /**
   * Called with how it ended, when it did so again and again without having been up, or by itself before it ever was: it is not
   * started any more. Without it, it is started for ever.
   */
  onGivenUp?(how: string): void;
};

const RESTART_AFTER_MS = 500;
/** Without having been up in between; each time the pause before it is twice as long. */
const MOST_STARTS = 4;
const STOP_WITHIN_MS = 45_000;

/**
 * A script in a process group of its own, so that a Ctrl-C reaches it through us, in our order; when we die, it sees the
 * channel close and ends.
 */
export const forkScript = (script: string, environment: NodeJS.ProcessEnv): ChildProcess =>
  fork(script, [], { env: environment, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });

/** Keeps a child process: started again when it dies, told to drain and waited for when we stop. */
export async function keepChild(options: Options): Promise<Child> {
  const { name, launch, onMessage, isUp = () => true, mostSilent, overlaps = false, onGivenUp } = options;
  let current: ChildProcess | undefined;
  let stopping = false;
  /** Since one was up. */
  let failures = 0;
  let everUp = false;
  /** Those that were replaced, until they have ended. */
  const leaving = new Set<Promise<void>>();

  /** `up` is false when it ended before it was. Only the current one is started again. */
  const start = (): { child: ChildProcess; up: Promise<boolean> } => {
    const child = launch();
    const watch = mostSilent && watchChild(child, name, mostSilent);
    const up = new Promise<boolean>((resolve) => {
      child.on("message", (message) => {
        if (isSignOfLife(message)) return;
        onMessage?.(message);
        if (!isUp(message)) return;
        watch?.isUp();
        failures = 0;
        everUp = true;
        resolve(true);
      });
      child.on("error", (error) =>
        log().error({ child: name, error: error.message }, "a child process could not be started"),
      );
      child.on("exit", async (code, signal) => {
        resolve(false);
        if (stopping || child !== current) return;
        failures++;
        if (onGivenUp && (failures > MOST_STARTS || (!everUp && signal === null)))
          return onGivenUp(endedAs(code, signal));
        log().error({ child: name, code, signal }, "a child process ended and is started again");
        await sleep(RESTART_AFTER_MS * (onGivenUp ? 2 ** (failures - 1) : 1));
        if (!stopping && child === current) current = start().child;
      });
    });
    return { child, up };
  };

  /** The former one ends by itself: its successor does the work already. */
  const leave = (former: ChildProcess | undefined) => {
    const ended = end(former).finally(() => leaving.delete(ended));
    leaving.add(ended);
  };

  const first = start();
  current = first.child;
  await first.up;
  return {
    send(message) {
      if (current?.connected) current.send(message);
    },
    async replace() {
      const former = current;
      if (!overlaps) {
        current = undefined;
        await end(former);
      }
      const { child, up } = start();
      if (!(await up)) return false;
      current = child;
      if (overlaps) leave(former);
      return true;
    },
    async stop() {
      stopping = true;
      await Promise.all([...leaving, end(current)]);
    },
  };
}

const endedAs = (code: number | null, signal: string | null): string => signal ?? `exit code ${code}`;

/** Has it drain, and waits for it. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await exited;
  clearTimeout(late);
}
