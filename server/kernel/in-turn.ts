import { busy } from "./db.ts";
import { once } from "./once.ts";

type Line = { inFlight: number; waiting: (() => void)[] };

/**
 * Work that waits for something of one owner's, such as its wallet: a few at a time for each, so that whoever has to wait
 * for long does not hold all of the process's connections. Who has waited too long is told to come again.
 */
export function inTurn(
  name: string,
  { atOnce, patienceMs }: { atOnce: number; patienceMs: number },
): <T>(owner: number, work: () => Promise<T>) => Promise<T> {
  const lines = () => once(`in-turn:${name}`, () => new Map<number, Line>());

  const wait = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(enter), 1);
        reject(busy());
      }, patienceMs);
      line.waiting.push(enter);
    });

  return async (owner, work) => {
    const line = lines().get(owner) ?? { inFlight: 0, waiting: [] };
    lines().set(owner, line);
    // A place that comes free is handed on, not given back.
    if (line.inFlight === atOnce) await wait(line);
    else line.inFlight++;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.inFlight === 0) lines().delete(owner);
    }
  };
}
