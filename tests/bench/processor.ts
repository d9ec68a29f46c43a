import { readdirSync, readFileSync } from "node:fs";

/** Of the kernel, for every process alike. */
const TICK_MICROSECONDS = 10_000;

/** Processor time of a process in microseconds, its ended children included. Linux alone tells it. */
export const microsecondsOf = (pid: number): number =>
  [11, 12, 13, 14].reduce((sum, field) => sum + Number(fieldsOf(pid)[field]), 0) * TICK_MICROSECONDS;

/** The same of a process and its children. */
export function microsecondsBelow(parent: number): number {
  let sum = microsecondsOf(parent);
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      if (Number(fieldsOf(Number(pid))[1]) === parent) sum += microsecondsOf(Number(pid));
    } catch {
      // It ended meanwhile.
    }
  return sum;
}

/** What stands after the name, which may hold anything. */
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
