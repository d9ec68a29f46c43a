import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { paced } from "./clock.ts";
import { env } from "./env.ts";
import { ServiceError } from "./errors.ts";
import { log } from "./log.ts";
import { processSingleton } from "./process-singleton.ts";
import { SECOND } from "./time.ts";

/** Who asks more often is told what the last look has shown. */
const LOOK_EVERY = 5 * SECOND;
/** Enough that a full disk has no room for it. */
const PROBE_BYTES = 65_536;

type Looked = { at: number; fault: string | null };

/**
 * Whether it is time to write something, to see whether that can be done: `look` writes. Throws while it cannot be done:
 * the process is not ready for requests then.
 */
export async function requireWritable<T>(look: (isDue: boolean) => Promise<T>): Promise<T> {
  const last = processSingleton<Looked>("writable", () => ({ at: Number.NEGATIVE_INFINITY, fault: null }));
  const isDue = performance.now() - last.at >= paced(LOOK_EVERY);
  if (isDue) {
    last.at = performance.now();
    last.fault = await writeToDataDir();
  }
  if (last.fault !== null) throw notReady(last.fault);
  return await look(isDue).catch((error) => {
    // Looked at again with the next request.
    last.at = Number.NEGATIVE_INFINITY;
    throw error;
  });
}

async function writeToDataDir(): Promise<string | null> {
  const { dataDir } = env();
  const file = join(dataDir, `.write-probe-${process.pid}`);
  try {
    await mkdir(dataDir).catch(() => {});
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { flush: true });
    return null;
  } catch (error) {
    const fault = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    log().error({ dataDir, fault }, "the data directory cannot be written to");
    return fault;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

const notReady = (fault: string): ServiceError =>
  new ServiceError("service_unavailable", `Not ready: the data directory cannot be written to (${fault}).`, undefined, {
    "Retry-After": "5",
  });
