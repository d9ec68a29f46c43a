import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { migrate } from "#prisma/migrate.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { database as ownDatabase } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { isPostgresRunning, startPostgres } from "#server/process/embedded-postgres.ts";
import { readSimulatorAddresses } from "#server/process/platform.ts";
import { SIMULATED_SUPPLIERS, SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { newService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { openProxy, type TcpProxy, type Trouble } from "./proxy.ts";
import type { Link, ProcessName } from "./schedule.ts";

const MASTER_KEY = "a master key for fault runs, long enough to be one";
const PASSWORD = "faults";

const ROOT = join(import.meta.dirname, "../..");
const START_WITHIN_MS = 180_000;
const WORK_MS = 3_000;

export type Stage = Awaited<ReturnType<typeof openStage>>;

type Options = { timeScale: number; webhookOrigin: string; stripeUrl: string };

/**
 * The real service, its main process, worker and simulators, and a second worker as another machine would run it, on a
 * PostgreSQL of its own, with a proxy on every link. Whatever dies is started again: the worker and the simulators by the
 * service, the others by us.
 */
export async function openStage({ timeScale, webhookOrigin, stripeUrl }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
  // Only processes die in these runs, not the machine: the disk need not be waited for.
  const launch = () =>
    startPostgres({ dataDir: folder, password: PASSWORD, settings: ["fsync=off", "full_page_writes=off"] });
  const postgres = await launch();
  await migrate(postgres.url);
  const socket = new URL(postgres.url).searchParams.get("host")!;

  const database = await openProxy(() => ({ path: join(socket, ".s.PGSQL.5432") }));
  let dataDir = "";
  const toSupplier = (code: (typeof SIMULATED_SUPPLIERS)[number]) => {
    const address = readSimulatorAddresses(dataDir)?.[code];
    return address ? { host: "127.0.0.1", port: Number(new URL(address).port) } : null;
  };
  const suppliers = await Promise.all(SIMULATED_SUPPLIERS.map((code) => openProxy(() => toSupplier(code))));
  const settings = SIMULATED_SUPPLIERS.flatMap((code, i) =>
    Object.entries({ url: `http://127.0.0.1:${suppliers[i]!.port}`, ...SIMULATOR_CREDENTIALS[code] }).map(
      ([name, value]) => [`SUPPLIER_${code.toUpperCase()}_${name.toUpperCase()}`, value],
    ),
  );
  const serviceEnv = {
    ...Object.fromEntries(settings),
    DATABASE_URL: `postgresql://postgres:${PASSWORD}@127.0.0.1:${database.port}/service`,
    MASTER_KEY,
    SIMULATOR: "on",
    TRUSTED_PROXIES: "127.0.0.1,::1",
    TIME_SCALE: String(timeScale),
    WEBHOOK_ALLOWED_ORIGINS: webhookOrigin,
    STRIPE_API_URL: stripeUrl,
    LOG_LEVEL: "error",
  };
  const service = await newService(serviceEnv);
  dataDir = service.dataDir;
  overrideEnv({
    databaseUrl: postgres.url,
    masterKey: MASTER_KEY,
    logLevel: "error",
    webhookAllowedOrigins: [webhookOrigin],
    stripeApiUrl: stripeUrl,
  });
  await openKeyring(ownDatabase());
  const clients = await openProxy(() => ({ host: "127.0.0.1", port: service.port }));
  const links: Record<Link, TcpProxy[]> = { database: [database], suppliers, clients: [clients] };

  let over = false;
  const starts = { main: 0, postgres: 0 };
  const output: string[] = [];
  const paused = new Map<ProcessName, number[]>();
  const seen = new Set<number>();

  const keeping = (async () => {
    while (!over) {
      if (!isPostgresRunning(folder)) {
        starts.postgres++;
        await launch().catch((error: Error) => output.push(error.message));
      }
      await sleep(100);
    }
  })();
  const running = (async () => {
    while (!over) {
      if (!service.isRunning()) {
        starts.main++;
        await service.start().catch((error: Error) => output.push(error.message));
        if (!service.isRunning()) await sleep(300);
      }
      await sleep(50);
    }
  })();

  let second: ChildProcess | null = null;
  const isAlive = (child: ChildProcess | null) =>
    child !== null && child.exitCode === null && child.signalCode === null;
  const seconding = (async () => {
    const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, ...serviceEnv };
    while (!over) {
      if (!isAlive(second) && service.isRunning()) {
        second = spawn(process.execPath, ["server/worker.ts"], { cwd: ROOT, env, stdio: "ignore" });
        if (second.pid) seen.add(second.pid);
      }
      await sleep(300);
    }
  })();
  /** A worker that was taken for dead, and goes on where it stood. */
  let awoken = 0;

  async function pidsOf(what: ProcessName): Promise<number[]> {
    if (what === "client") return [];
    if (what === "second worker") return isAlive(second) ? [second!.pid!] : [];
    if (what === "main") return service.isRunning() ? [service.pid()] : [];
    if (what === "postgres") return await withChildren(postgres.pid());
    const all = await service.processes();
    return what === "worker" ? all.worker : all.simulator;
  }

  async function signal(what: ProcessName[], name: NodeJS.Signals): Promise<void> {
    const pids = (await Promise.all(what.map(pidsOf))).flat();
    for (const pid of pids) seen.add(pid);
    for (const pid of pids) send(pid, name);
  }

  return {
    service,
    databaseUrl: postgres.url,
    /** Where clients find the service: behind the proxy. */
    url: `http://127.0.0.1:${clients.port}`,
    kill: (what: ProcessName[]) => signal(what, "SIGKILL"),
    async pause(what: ProcessName[]): Promise<void> {
      for (const one of what) {
        const pids = await pidsOf(one);
        paused.set(one, [...(paused.get(one) ?? []), ...pids]);
        for (const pid of pids) {
          seen.add(pid);
          send(pid, "SIGSTOP");
        }
      }
    },
    resume(what: ProcessName[]): void {
      for (const one of what) {
        for (const pid of paused.get(one) ?? []) send(pid, "SIGCONT");
        if (one === "second worker" && isAlive(second) && paused.get(one)?.includes(second!.pid!)) awoken++;
        paused.delete(one);
      }
    },
    be(link: Link, trouble: Trouble | null): void {
      for (const proxy of links[link]) proxy.be(trouble);
    },
    broken: () =>
      Object.fromEntries(
        Object.entries(links).map(([link, proxies]) => [link, proxies.reduce((sum, one) => sum + one.broken(), 0)]),
      ),
    starts,
    awoken: () => awoken,
    /** Waits for a service that is being started, and a little longer. Returns how long that took. */
    async working(): Promise<number> {
      const since = Date.now();
      const answers = () =>
        fetch(`${service.url}/api/v1/health`, { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok);
      if (paused.has("main") || (await answers().catch(() => false))) return 0;
      await until(() => answers().catch(() => false), START_WITHIN_MS).catch(() => {});
      await sleep(WORK_MS);
      return Date.now() - since;
    },
    /** When the service answers. */
    async ready(withinMs: number): Promise<void> {
      const answers = () =>
        fetch(`${service.url}/api/v1/health`, { signal: AbortSignal.timeout(5_000) }).then(
          ({ status }) => status === 200,
          () => false,
        );
      await until(answers, withinMs).catch(() => {
        throw new Error(
          `The service did not come back: ${[...output.slice(-3), service.output().slice(-2_000)].join("\n")}`,
        );
      });
    },
    async close(): Promise<void> {
      over = true;
      for (const pids of paused.values()) for (const pid of pids) send(pid, "SIGCONT");
      if (service.isRunning()) await service.end("SIGKILL");
      await Promise.all([running, keeping, seconding]);
      if (isAlive(second)) second!.kill("SIGKILL");
      await service.dispose();
      for (const proxies of Object.values(links)) for (const proxy of proxies) proxy.close();
      for (const pid of seen) if (isNode(pid)) send(pid, "SIGKILL");
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL's children have process groups of their own. */
export async function withChildren(pid: number | null): Promise<number[]> {
  if (pid === null) return [];
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid="]);
  const children = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid);
  return [pid, ...children.map(([child]) => child!)];
}

export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** A worker or simulator of ours that was stopped when its parent died. */
function isNode(pid: number): boolean {
  try {
    return /server\/(worker|main|simulator\/main)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}
