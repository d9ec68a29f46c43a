import { statfs } from "node:fs/promises";
import { MB } from "#server/kernel/data-size.ts";
import { env } from "#server/kernel/env.ts";
import type { Concern } from "./concern.ts";

/** In bytes; both are 0 where the folder cannot be asked for. */
export type Disk = { size: number; available: number };

/** The alert `DiskFull` asks for the same. */
const LEFT_AT_LEAST = 0.1;

/** The file system that holds this process's data directory: of a worker that runs apart, its own. */
export async function measureDisk(): Promise<Disk> {
  const { bsize, blocks, bavail } = await statfs(env().dataDir).catch(() => ({ bsize: 0, blocks: 0, bavail: 0 }));
  return { size: bsize * blocks, available: bsize * bavail };
}

/** Said while there is room to say it: once nothing is left, no alert can be written either. */
export function sayDisk({ size, available }: Disk): Concern[] {
  if (available >= size * LEFT_AT_LEAST) return [];
  const percent = Math.floor((available / size) * 100);
  const text = `Of the disk with the data directory ${percent} % is left, ${Math.floor(available / MB)} MB. With nothing left no order is taken.`;
  return [{ area: "health", urgent: true, text, alarm: { cause: "disk", critical: true, runbook: "disk-full" } }];
}
