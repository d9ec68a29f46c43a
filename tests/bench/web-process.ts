import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Counted, Load } from "./load.ts";
import type { Setting } from "./setting.ts";

/** A web process of its own, and load on it from another one. */
export type WebProcess = {
  origin: string;
  child: ChildProcess;
  load(what: Partial<Load>): Promise<Counted>;
  stop(): Promise<void>;
};

type Options = {
  port: number;
  seconds: number;
  env?: Record<string, string>;
  execArgv?: string[];
  /** Of another checkout. */
  root?: string;
};

export async function startWeb(
  setting: Setting,
  { port, seconds, env, execArgv = [], root = "." }: Options,
): Promise<WebProcess> {
  const { dataDir, databaseUrl, masterKey } = setting;
  const child = fork("server/main.ts", ["--web"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey,
      PORT: String(port),
      DATA_DIR: join(dataDir, `web-${port}`),
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
      // The generators say where each request comes from: limits of one address would be all that is measured.
      TRUSTED_PROXIES: "127.0.0.0/8,::1",
      SUPPLIER_ESIMACCESS_URL: "http://127.0.0.1:1",
      ...env,
    },
    execArgv,
    cwd: root,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await ready(child);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    child,
    load: (what) => run({ origin, clients: 16, seconds, ...what } as Load),
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)));
    child.stdout?.on("data", (chunk) => String(chunk).includes("Ready on") && resolve());
  });
}

/**
 * Generators that wait for more. A new one takes twice as long for each of its first ten thousand requests, on the cores that are measured.
 * They end with this process, and hold it up while they are at work alone.
 */
const idle: ChildProcess[] = [];

async function run(load: Load): Promise<Counted> {
  const child = idle.pop() ?? fork(join(import.meta.dirname, "load.ts"));
  child.ref();
  child.channel?.ref();
  const counted = await new Promise<Counted>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The load generator ended with ${code}.`));
    child.once("exit", ended);
    child.once("message", (counted) => {
      child.off("exit", ended);
      resolve(counted as Counted);
    });
    child.send(load);
  });
  child.unref();
  child.channel?.unref();
  idle.push(child);
  return counted;
}
