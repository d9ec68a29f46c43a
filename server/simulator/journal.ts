import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** What a simulator knows, and the file it is the fold of. */
export type Journal<S, E> = {
  /** Holds everything that was ever written, by whatever process. Ask anew for each use. */
  state(): S;
  /** On disk, and in the state, when it returns. */
  append(entry: E): void;
  close(): void;
};

/** ISO 8601 with milliseconds, UTC: sorts as text. */
export type Stamped<E> = E & { at: string };

const CHUNK = 1 << 20;
const NEWLINE = 10;
const HALF_LINE_MS = 20;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/**
 * A file of JSON lines that is only ever added to. A SIGKILL at any point costs at most the line being written, which
 * nobody has been told about. The command line may add lines while the simulator is stopped or just starting: whoever
 * holds the file open takes over what it finds there before it goes on.
 */
export function openJournal<S, E>(path: string, state: S, fold: (state: S, entry: Stamped<E>) => void): Journal<S, E> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  let folded = 0;

  const refresh = () => {
    for (let size = fstatSync(file).size; size > folded; ) {
      folded = foldLines(file, path, folded, size, (entry) => fold(state, entry as Stamped<E>));
      if (size === folded) return;
      // Half a line: it is being written by another process, or its writer was killed. The latter does not go on.
      Atomics.wait(PAUSE, 0, 0, HALF_LINE_MS);
      const then = fstatSync(file).size;
      if (then === size) ftruncateSync(file, folded);
      size = then === size ? folded : then;
    }
  };
  refresh();

  return {
    state() {
      refresh();
      return state;
    },
    append(entry) {
      refresh();
      const line = Buffer.from(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
      // Read back rather than folded from memory: another process may have written in between.
      refresh();
    },
    close: () => closeSync(file),
  };
}

/** Returns the position behind the last whole line. */
function foldLines(file: number, path: string, from: number, to: number, take: (entry: unknown) => void): number {
  let done = from;
  let rest: Buffer = Buffer.alloc(0);
  for (let position = from; position < to; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, to - position));
    const got = readSync(file, chunk, 0, chunk.length, position);
    if (got === 0) break;
    position += got;
    const bytes = Buffer.concat([rest, chunk.subarray(0, got)]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const entry = parse(bytes.toString("utf8", start, end));
      const isLast = done + (end + 1 - start) === to;
      if (entry === undefined && isLast) return done;
      if (entry === undefined) throw new Error(`The simulator's record ${path} is damaged at byte ${done}.`);
      take(entry);
      done += end + 1 - start;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  return done;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
