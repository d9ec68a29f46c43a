import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/service.ts";
import { until } from "../support/until.ts";

/** An Inngest server: one that runs somewhere, or a process of ours that can be killed, paused and emptied. */
export async function openInngest(where: string) {
  return /^https?:/.test(where) ? runningServer(where) : await ownServer(where);
}

function runningServer(baseUrl: string) {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = process.env;
  if (!eventKey || !signingKey) throw new Error("Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY to the server's keys.");
  return { baseUrl, eventKey, signingKey, own: null, stop: async () => {} };
}

async function ownServer(binary: string) {
  const dir = mkdtempSync(join(tmpdir(), "svc-inngest-"));
  const [eventKey, signingKey] = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  const [port, gateway, gatewayGrpc, executorGrpc] = ports.map(String) as [string, string, string, string];
  const baseUrl = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const args = ["start", "--port", port, "--event-key", eventKey, "--signing-key", signingKey, "--sqlite-dir", dir];
  args.push("--connect-gateway-port", gateway, "--connect-gateway-grpc-port", gatewayGrpc);
  args.push("--connect-executor-grpc-port", executorGrpc, "--no-ui", "--retry-interval", "2");

  const own = {
    async start(): Promise<void> {
      const output = openSync(join(tmpdir(), "svc-inngest.log"), "a");
      child = spawn(binary, args, { cwd: dir, stdio: ["ignore", output, output] });
      closeSync(output);
      await until(async () => (await fetch(`${baseUrl}/health`).catch(() => null))?.ok === true, 60_000);
    },
    signal: (signal: NodeJS.Signals) => child!.kill(signal),
    async kill(): Promise<void> {
      const gone = new Promise((resolve) => child!.once("exit", resolve));
      child!.kill("SIGKILL");
      await gone;
    },
    /** What a new machine would have. */
    forget(): void {
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(dir);
    },
  };
  await own.start();
  return {
    baseUrl,
    eventKey,
    signingKey,
    own,
    async stop(): Promise<void> {
      if (child?.exitCode === null && child.signalCode === null) await own.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
