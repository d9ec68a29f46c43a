/**
 * A terminal and a process manager tell the whole group, and npm tells us once more: signals that come together are one.
 */
const SAME_SIGNAL_MS = 1_500;

/**
 * SIGTERM and Ctrl-C drain; a second signal ends at once, unless it is for others to decide. Returns whether one was heard.
 */
export function onStopSignal(stop: () => Promise<void>, { secondEnds = true } = {}): () => boolean {
  let since: number | null = null;
  const handle = () => {
    if (since !== null) {
      if (secondEnds && performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    stop().then(
      () => process.exit(),
      (error) => {
        process.stderr.write(`${(error as Error).stack}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", handle);
  process.on("SIGINT", handle);
  return () => since !== null;
}
