import { SECOND } from "#server/kernel/time.ts";

type Act = () => void;

/** What a timer can hold; a later one looks again. */
const MAX_TIMER_MS = 2_000_000_000;

/** What the simulators of this process will do by themselves, and by which timers. */
const waiting = new Map<Act, NodeJS.Timeout>();

/** Does it after a while, or when it is hurried. Its timer keeps no process alive. Gives what takes it back. */
export function later(ms: number, act: Act): () => void {
  const dueAt = Date.now() + ms;
  const takeBack = () => {
    clearTimeout(waiting.get(once));
    waiting.delete(once);
  };
  const once = () => {
    takeBack();
    act();
  };
  const wait = () => {
    const left = Math.max(0, dueAt - Date.now());
    waiting.set(once, setTimeout(left > MAX_TIMER_MS ? wait : once, Math.min(left, MAX_TIMER_MS)).unref());
  };
  wait();
  return takeBack;
}

/** What waits happens now: who is to see it early or late need not guess how long something else takes. */
export function hurry(): void {
  for (const act of [...waiting.keys()]) act();
}

/** What waits never happens. */
export function forget(): void {
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
}

export type Deliveries<O> = { deliverLater(order: O): void; close(): void };

/**
 * Delivers accepted orders when it is time; one that could not be delivered is tried again.
 *
 * @param readyAt when the rest of it is to be delivered, ISO 8601; null when all of it is
 */
export function openDeliveries<O>(
  nameOf: (order: O) => string,
  readyAt: (order: O) => string | null,
  deliver: (order: O) => void,
): Deliveries<O> {
  const planned = new Map<string, () => void>();
  const plan = (order: O, ms: number) =>
    planned.set(
      nameOf(order),
      later(ms, () => act(order)),
    );
  const deliverLater = (order: O) => {
    const time = readyAt(order);
    if (time) plan(order, Date.parse(time) - Date.now());
  };
  const act = (order: O) => {
    planned.delete(nameOf(order));
    try {
      deliver(order);
      deliverLater(order);
    } catch (error) {
      process.stderr.write(`simulator: order ${nameOf(order)} could not be delivered: ${(error as Error).message}\n`);
      plan(order, SECOND);
    }
  };
  return {
    deliverLater,
    close() {
      for (const takeBack of planned.values()) takeBack();
    },
  };
}
