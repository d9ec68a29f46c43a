import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ctx } from "#server/kernel/context.ts";
import { controlSimulator, type SupplierRecords } from "#server/simulator/control.ts";
import { SIMULATED_SUPPLIERS, SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { freePort, runSvc } from "./service.ts";
import { onDatabase } from "./service-database.ts";
import { until } from "./until.ts";

const START_WITHIN_MS = 300_000;

type Process = {
  output(): string;
  /** Tells it something that does not end it. */
  signal(signal: NodeJS.Signals): void;
  /** Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  start(): Promise<void>;
};

type Node = Process & { port: number; url: string };

type Options = {
  webs: number;
  workers: number;
  /** Of the web processes; free ones without it. */
  ports?: number[] | undefined;
  settings?: Record<string, string>;
};

/**
 * The service as it runs on several machines: web processes and workers of their own on one PostgreSQL, with the suppliers
 * simulated beside them.
 */
export async function startCluster(databaseUrl: string, { webs, workers, ports, settings = {} }: Options) {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-cluster-"));
  const simulators = fork("server/simulator/main.ts", { env: { ...process.env, DATA_DIR: dataDir } });
  const { addresses } = await new Promise<{ addresses: Record<string, string> }>((resolve) =>
    simulators.once("message", (message) => resolve(message as never)),
  );
  const credentials = SIMULATED_SUPPLIERS.flatMap((code) =>
    Object.entries({ url: addresses[code], ...SIMULATOR_CREDENTIALS[code] }).map(([name, value]) => [
      `SUPPLIER_${code}_${name}`.toUpperCase(),
      value,
    ]),
  );
  const [masterKey, publicUrl] = [
    settings.MASTER_KEY ?? "a master key for several processes, long enough",
    "http://localhost",
  ];
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "error",
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    FX_URL: addresses.fx,
    PUBLIC_URL: publicUrl,
    // Shared between machines, or the checkpoint of the hour that one makes is missing to the next one's audit.
    CHECKPOINT_DIR: join(dataDir, "checkpoints"),
    ...Object.fromEntries(credentials),
    ...settings,
  };
  const all: Process[] = [];

  function newProcess(
    script: string[],
    isUp: (child: ChildProcess, output: () => string) => boolean | Promise<boolean>,
    own: Record<string, string>,
  ): Process {
    let child: ChildProcess | undefined;
    let output = "";
    const ended = () => child?.exitCode !== null || child.signalCode !== null;
    const process_ = {
      output: () => output,
      async start(): Promise<void> {
        output = "";
        const env = { ...environment, ...own };
        child = spawn(process.execPath, script, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
        for (const stream of [child.stdout!, child.stderr!])
          stream.setEncoding("utf8").on("data", (text) => (output += text));
        const started = child;
        let ready = false;
        started.once("message", () => (ready = true));
        await until(async () => ready || ended() || (await isUp(started, () => output)), START_WITHIN_MS);
        if (ended()) throw new Error(output);
      },
      signal: (signal: NodeJS.Signals) => void child?.kill(signal),
      async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
        if (!child || ended()) return child?.exitCode ?? null;
        child.kill(signal);
        await until(ended);
        return child.exitCode;
      },
    };
    all.push(process_);
    return process_;
  }

  const nodes: Node[] = [];
  for (let i = 0; i < webs; i++) {
    const port = ports?.[i] ?? (await freePort());
    const own = { PORT: String(port), DATA_DIR: join(dataDir, `web-${i}`) };
    const node = newProcess(["server/main.ts", "--web"], (_child, output) => output().includes("Ready on"), own);
    nodes.push({ port, url: `http://127.0.0.1:${port}`, ...node });
  }
  const hands = Array.from({ length: workers }, (_, i) =>
    newProcess(["server/worker.ts"], () => false, { DATA_DIR: join(dataDir, `worker-${i}`) }),
  );
  const cluster = {
    nodes,
    workers: hands,
    svc: <T = Record<string, unknown>>(...args: string[]) => runSvc<T>({ ...environment, DATA_DIR: dataDir }, ...args),
    async sold(): Promise<SupplierRecords[]> {
      const { suppliers } = (await controlSimulator(dataDir, { kind: "show" })) as { suppliers: SupplierRecords[] };
      return suppliers;
    },
    simulate: (command: object) => controlSimulator(dataDir, command as Parameters<typeof controlSimulator>[1]),
    onDatabase: <T>(work: (ctx: Ctx) => Promise<T>) => onDatabase({ databaseUrl, masterKey, publicUrl }, work),
    async dispose(): Promise<void> {
      await Promise.all(all.map((each) => each.stop("SIGKILL")));
      simulators.disconnect();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    // All at once, as after a power cut: migrations, seed and first import must not get in each other's way.
    await Promise.all(all.map((each) => each.start()));
  } catch (error) {
    await cluster.dispose();
    throw error;
  }
  return cluster;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
