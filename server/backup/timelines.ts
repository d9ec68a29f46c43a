import { gunzipSync } from "node:zlib";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import { type BaseBackup, listWal, walKey } from "./kept.ts";

/** Of the archive's files, as initdb makes them. */
const SEGMENT_BITS = 24n;

/** The history that a file of the archive is of: each restore begins another one. */
const timelineOf = (wal: string): number => Number.parseInt(wal.slice(0, 8), 16);

const segmentOf = (wal: string): bigint =>
  ((BigInt(`0x${wal.slice(8, 16)}`) << 32n) >> SEGMENT_BITS) + BigInt(`0x${wal.slice(16)}`);

/** @property leftIn the file in which each former timeline, by its number, was left for the next */
type Timeline = { number: number; leftIn: Map<number, bigint> };

/** The timeline that was asked for, else the newest that is kept. */
export async function readTimeline(
  store: ObjectStore,
  backups: BaseBackup[],
  asked: number | undefined,
): Promise<Timeline> {
  const kept = new Set([...(await listWal(store)), ...backups.map(({ startWal }) => startWal)].map(timelineOf));
  const number = asked ?? Math.max(1, ...kept);
  if (!kept.has(number))
    throw new Error(
      `${store.name} keeps nothing of timeline ${number}; it has ${[...kept].sort((a, b) => a - b).join(", ") || "none"}.`,
    );
  const history = await store.read(walKey(`${number.toString(16).toUpperCase().padStart(8, "0")}.history`));
  return { number, leftIn: readHistory(history ? gunzipSync(history).toString() : "") };
}

/** PostgreSQL's: `1	0/3000060	before 2026-11-30 12:00:00+00`, a line for each former timeline. */
function readHistory(text: string): Map<number, bigint> {
  const lines = [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim)];
  return new Map(
    lines.map(([, timeline, high, low]) => [
      Number(timeline),
      ((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)) >> SEGMENT_BITS,
    ]),
  );
}

/** Whether a backup is of what that timeline has: of itself, or of a former one before it was left. A file that a backup ended in gets nothing more. */
export function isOf({ number, leftIn }: Timeline, { startWal, endWal }: BaseBackup): boolean {
  const own = timelineOf(startWal);
  const left = leftIn.get(own);
  return own === number || (left !== undefined && segmentOf(endWal) < left);
}
