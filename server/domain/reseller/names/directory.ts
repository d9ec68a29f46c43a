import { setTimeout as sleep } from "node:timers/promises";
import { thisCell } from "#server/kernel/cell.ts";
import { database, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Name } from "./name.ts";

/** A cell as others reach it. */
export type Place = { number: number; name: string; address: string };

/** How old what is held may be when a name is not in it. Who has claimed one waits as long before it is used. */
export const FRESH_MS = 100;
/** How old it may be when a name is in it: one that was given back is another's a day later, a cell may have another address. */
const FOLLOW_MS = SECOND;
/** Nobody waits longer for a database that does not answer: what is held is believed. */
const WAIT_MS = 250;
/** Where nothing was ever read there is nothing to believe: every name of another cell would be nobody's. */
const FIRST_WAIT_MS = 5 * SECOND;

type Held = {
  cells: Map<string, Place>;
  names: Map<string, number>;
  version: number;
  /** When the reading began of what is held. */
  readAt: number;
  reading: Promise<void> | null;
  /** When the reading that is under way began. */
  begunAt: number;
};

const held = (): Held =>
  processSingleton("directory", () => ({
    ...{ cells: new Map(), names: new Map(), version: 0 },
    ...{ readAt: Number.NEGATIVE_INFINITY, reading: null, begunAt: 0 },
  }));

/**
 * The cell in which a name lives; null: this one, or none. Out of memory, which follows what changes within a second or so. Only when
 * the name is not there and the memory is older than a tenth of a second, what has changed since is read first: once for all who wait, so that however many unknown names
 * are asked for, the database is asked ten times a second at most.
 */
export async function whereIs({ kind, name }: Name): Promise<Place | null> {
  const key = `${kind}:${name}`;
  await followed(held().names.has(key));
  const { names } = held();
  return elsewhere(names.get(key) ?? 1);
}

/** The cell of a number, unless it is this one. */
export async function cellNumbered(number: number): Promise<Place | null> {
  await followed(find(number) !== undefined);
  return elsewhere(number);
}

const find = (number: number): Place | undefined => [...held().cells.values()].find((cell) => cell.number === number);

function elsewhere(number: number): Place | null {
  const cell = find(number);
  return cell && cell.name !== thisCell() ? cell : null;
}

/** The cell of a name, unless it is this one. */
export async function cellNamed(name: string): Promise<Place | null> {
  if (name === thisCell()) return null;
  await followed(held().cells.has(name));
  return held().cells.get(name) ?? null;
}

/** Nobody waits for news of what is known; they are read all the same. */
async function followed(isKnown: boolean): Promise<void> {
  if (!isKnown) await refreshed();
  else if (performance.now() - held().readAt > FOLLOW_MS) void refreshed();
}

async function refreshed(): Promise<void> {
  const memory = held();
  const now = performance.now();
  if (now - memory.readAt < FRESH_MS) return;
  const waitMs = memory.readAt === Number.NEGATIVE_INFINITY ? FIRST_WAIT_MS : WAIT_MS;
  // What was begun before this request came may have missed what was claimed before it.
  if (memory.reading && now - memory.begunAt < waitMs) await within(memory.reading, waitMs);
  if (now - memory.readAt < FRESH_MS) return;
  // It has been waited for long enough: the database says nothing.
  if (memory.reading) return;
  memory.begunAt = now;
  memory.reading = read(memory)
    .then(() => {
      memory.readAt = now;
    })
    .catch((error: Error) => log().warn({ error: error.message }, "the directory of cells could not be read"))
    .finally(() => {
      memory.reading = null;
    });
  await within(memory.reading, waitMs);
}

const within = (reading: Promise<void>, ms: number) => Promise.race([reading, sleep(ms, undefined, { ref: false })]);

async function read(memory: Held): Promise<void> {
  const db = database();
  const [cells, names] = await Promise.all([
    db.query<Place>(sql`select number, name, address from cells`),
    db.query<{ kind: string; name: string; cell: number; version: number }>(sql`
      select kind, name, cell, version from cell_names where version > ${memory.version} order by version`),
  ]);
  memory.cells = new Map(cells.map((cell) => [cell.name, cell]));
  for (const { kind, name, cell, version } of names) {
    const key = `${kind}:${name}`;
    if (cell === 1) memory.names.delete(key);
    else memory.names.set(key, cell);
    memory.version = version;
  }
}
