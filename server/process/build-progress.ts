/** The steps that `next build` names as it goes, and the share of the whole that is done when each begins, in percent. */
const STEPS: [name: RegExp, percent: number][] = [
  [/Creating an optimized production build/, 2],
  [/Compiled successfully/, 84],
  [/Collecting page data/, 85],
  [/Generating static pages/, 94],
  [/Finalizing page optimization/, 96],
];
/** Within a step nothing is said: its share is approached by a third in this time, whatever it will take. */
const THIRD_MS = 12_000;

/** How far a build is: what it says, and between two steps an estimate that never runs ahead of the next one. */
export function readBuildProgress(now: () => number = Date.now) {
  let step = -1;
  let since = now();
  return {
    read(text: string): void {
      const reached = STEPS.findLastIndex(([name]) => name.test(text));
      if (reached <= step) return;
      step = reached;
      since = now();
    },
    percent(): number {
      const from = STEPS[step]?.[1] ?? 0;
      const to = STEPS[step + 1]?.[1] ?? 99;
      return Math.floor(from + (to - from) * (1 - (2 / 3) ** ((now() - since) / THIRD_MS)));
    },
  };
}
