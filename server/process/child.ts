import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/kernel/log.ts";

export type Child = { send(message: object): void; stop(): Promise<void> };

type Options = {
  name: string;
  script: string;
  environment(): NodeJS.ProcessEnv;
  /** Called with each message of the child; the first one means that it is up. */
  onMessage?(message: unknown): void;
};

const RESTART_AFTER_MS = 500;
const STOP_WITHIN_MS = 45_000;

/**
 * Keeps a child process: started again when it dies, told to drain and waited for when we stop. It has its own process
 * group, so that a Ctrl-C reaches it through us, in our order; when we die, it sees the channel close and ends.
 */
export async function keepChild({ name, script, environment, onMessage }: Options): Promise<Child> {
  let child: ChildProcess | undefined;
  let stopping = false;
  const launch = () =>
    new Promise<void>((resolve) => {
      const launched = fork(script, [], {
        env: environment(),
        detached: true,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      child = launched;
      launched.on("message", (message) => {
        onMessage?.(message);
        resolve();
      });
      launched.on("error", (error) =>
        log().error({ child: name, error: error.message }, "a child process could not be started"),
      );
      launched.on("exit", async (code, signal) => {
        resolve();
        if (stopping) return;
        log().error({ child: name, code, signal }, "a child process ended and is started again");
        await sleep(RESTART_AFTER_MS);
        if (!stopping) void launch();
      });
    });
  await launch();
  return {
    send(message) {
      if (child?.connected) child.send(message);
    },
    async stop() {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child!.once("exit", resolve));
      child.kill("SIGTERM");
      const late = setTimeout(() => child!.kill("SIGKILL"), STOP_WITHIN_MS);
      await exited;
      clearTimeout(late);
    },
  };
}
