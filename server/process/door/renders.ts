import { setTimeout as sleep } from "node:timers/promises";

/** Whoever comes later is told to try again. */
const MOST_WAITING = 200;
/** A page that takes longer waits for something else than this process, and holds nobody up. */
const MOST_MS = 500;
/** After a page as long a pause: half of the thread is everybody else's, the API's first. */
const MOST_PAUSE_MS = 25;

let busy = false;
const waiting: (() => void)[] = [];

/**
 * Renders for a stranger when it is its turn: one page at a time, since all share the thread that answers for the API.
 * False, without having begun, when too many wait.
 */
export async function inTurn(render: () => Promise<void>): Promise<boolean> {
  if (busy && waiting.length >= MOST_WAITING) return false;
  if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
  busy = true;
  const started = performance.now();
  let held = true;
  const pass = async () => {
    if (!held) return;
    held = false;
    await sleep(Math.min(performance.now() - started, MOST_PAUSE_MS));
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  };
  const timer = setTimeout(pass, MOST_MS);
  try {
    await render();
  } finally {
    clearTimeout(timer);
    void pass();
  }
  return true;
}
