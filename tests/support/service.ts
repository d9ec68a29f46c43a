import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { HOUR } from "#server/kernel/time.ts";
import { controlSimulator, type SimulatorCommand } from "#server/simulator/control.ts";
import { until } from "./until.ts";

const ROOT = join(import.meta.dirname, "../..");
const execute = promisify(execFile);

export type Service = Awaited<ReturnType<typeof newService>>;

/** Whether nobody else was given it within the hour, by whatever process: it may be a while until it is listened on. */
function isReserved(port: number): boolean {
  const folder = join(tmpdir(), "svc-ports");
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < Date.now() - HOUR)
    rmSync(file, { force: true });
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/** Below the range from which the system hands out ports, so that nobody is given it in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000);
    if (!isReserved(port)) continue;
    const server = createServer();
    const free = await new Promise<boolean>((resolve) =>
      server.once("error", () => resolve(false)).listen(port, () => resolve(true)),
    );
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
}

type StartOptions = { npm?: "start" | "dev" | null; script?: string; says?: RegExp };

/** Those of this process that are not disposed of. */
export const startedServices = new Set<Pick<Service, "url" | "output">>();

let begun: string | undefined;

/** New services begin with copies of the data directory: a first start does much that later ones find done. */
export const beginServicesWith = (dataDir: string): void => {
  begun = dataDir;
};

/**
 * The real service on a data directory of its own, as `npm start` would run it. Not started yet.
 *
 * @param first nothing was ever started on its data directory
 */
export async function newService(
  extra: Record<string, string> = {},
  { first = begun === undefined || "DATABASE_URL" in extra } = {},
) {
  const dataDir = extra.DATA_DIR ?? mkdtempSync(join(tmpdir(), "svc-e2e-"));
  // Files belong to those to whom they belonged.
  if (!first && !extra.DATA_DIR) await execute("cp", ["-a", `${begun}/.`, dataDir]);
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    PORT: String(port),
    ...extra,
  };
  let main: ChildProcess | undefined;
  let ownGroup = false;
  let output = "";

  const service = {
    dataDir,
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    pid: () => main!.pid!,
    isRunning: () => main !== undefined && main.exitCode === null && main.signalCode === null,
    /**
     * Resolves once it is ready; rejects with what it said when it ends instead.
     *
     * @param npm the npm script, as people start it, in a process group of its own
     * @param script another main process
     * @param says what it has said when it counts as ready
     */
    async start({ npm = null, script = "server/main.ts", says = /Ready on / }: StartOptions = {}): Promise<void> {
      output = "";
      const [command, args] = npm ? ["npm", ["run", npm]] : [process.execPath, [script]];
      ownGroup = npm !== null;
      startedServices.add(service);
      const child = spawn(command, args, { cwd: ROOT, env, detached: ownGroup, stdio: ["ignore", "pipe", "pipe"] });
      main = child;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => (output += text));
      await until(() => says.test(output) || child.exitCode !== null || child.signalCode !== null);
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(output);
    },
    /** @param group every process of its group is told, as a terminal does it */
    async end(signal: NodeJS.Signals = "SIGTERM", { group = false } = {}): Promise<number | null> {
      const child = main!;
      if (group) process.kill(-child.pid!, signal);
      else child.kill(signal);
      await until(() => child.exitCode !== null || child.signalCode !== null);
      return child.exitCode;
    },
    demo: () =>
      JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
        accountCode: string;
        testKey: string;
        liveKey: string;
      },
    svc: <T = Record<string, unknown>>(...args: string[]) => runSvc<T>(env, ...args),
    /** As `svc sim` does it, without a process. */
    simulate: <C extends SimulatorCommand>(command: C) => controlSimulator(dataDir, command),
    call: (key: string, method: "GET" | "POST", path: string, body?: object, headers?: Record<string, string>) =>
      callApi(service.url, key, method, path, body, headers),
    /** Pids of the processes that this data directory's service keeps. */
    async processes(): Promise<Record<"worker" | "simulator" | "postgres", number[]>> {
      const { stdout } = await execute("ps", ["-eo", "pid=,ppid=,args="]);
      const lines = stdout
        .trim()
        .split("\n")
        .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!);
      const find = (test: (args: string, parent: number) => boolean) =>
        lines.filter(([, , parent, args]) => test(args!, Number(parent))).map(([, pid]) => Number(pid));
      return {
        worker: find((args, parent) => args.includes("server/worker.ts") && parent === main?.pid),
        simulator: find((args, parent) => args.includes("simulator/main.ts") && parent === main?.pid),
        postgres: find((args) => args.includes(`-D ${dataDir}/postgres`)),
      };
    },
    async dispose(): Promise<void> {
      startedServices.delete(service);
      if (service.isRunning()) await service.end("SIGKILL", { group: ownGroup });
      await sleep(300);
      for (const pid of (await service.processes()).postgres) kill(pid);
      await sleep(500);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  return service;
}

/** Unless it has ended by itself meanwhile. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

/** Runs `svc … --json`; throws with its sentence when it is refused, and with what it found where it fails with an answer. */
export async function runSvc<T>(env: NodeJS.ProcessEnv, ...args: string[]): Promise<T> {
  const command = ["server/cli/main.ts", ...args, "--json"];
  const { stdout } = await execute(process.execPath, command, { cwd: ROOT, env, maxBuffer: 1_000_000_000 }).catch(
    (error: Error & { stdout?: string }) => {
      throw Object.assign(error, { message: `${error.message}${(error.stdout ?? "").slice(0, 3_000)}` });
    },
  );
  return JSON.parse(stdout) as T;
}

/** One request to the API that is at `url`. */
export async function callApi(
  url: string,
  key: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
}
