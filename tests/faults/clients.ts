import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientSettings } from "./client.ts";

const FINISH_WITHIN_MS = 120_000;

/** The resellers' programs, each a process that can be killed and then goes on. */
export function startClients(settings: ClientSettings[]) {
  const killed = settings.map(() => 0);
  let over = false;
  const launch = (i: number) => {
    const child = fork(join(import.meta.dirname, "client.ts"), [JSON.stringify(settings[i])]);
    const ready = new Promise((resolve) => child.once("message", resolve));
    return { child, ready };
  };
  const running = settings.map((_settings, i) => launch(i));
  const gone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  return {
    killed,
    files: settings.map(({ file }) => file),
    /** Kills one in the middle of whatever it does, and starts it again. */
    async kill(i: number): Promise<void> {
      const { child, ready } = running[i]!;
      await ready;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
      killed[i]!++;
      if (!over) running[i] = launch(i);
    },
    /** It tops up and cancels at once what it has bought. */
    storm(i: number): void {
      const { child } = running[i]!;
      if (child.connected) child.send("storm");
    },
    /** Lets each answer for what it has begun. */
    async finish(): Promise<void> {
      over = true;
      for (const { child, ready } of running) {
        await ready;
        if (child.connected) child.send("finish");
      }
      const end = Date.now() + FINISH_WITHIN_MS;
      while (running.some(({ child }) => !gone(child)) && Date.now() < end) await sleep(50);
    },
    stop(): void {
      for (const { child } of running) if (!gone(child)) child.kill("SIGKILL");
    },
  };
}
