const TICK_MS = 10;
let [own, last, used] = [0, performance.now(), process.cpuUsage()];

function tick(): void {
  const { user, system } = process.cpuUsage(used);
  const now = performance.now();
  own += Math.min(now - last, Math.max(2 * TICK_MS, (user + system) / 1_000));
  last = now;
  used = process.cpuUsage();
}

setInterval(tick, TICK_MS).unref();

/** Milliseconds in which this process could run: they stand still while a busy machine lets it wait for its turn. */
export function ownTime(): number {
  tick();
  return own;
}
