/** Rounds of what is compared are run in turn: what else the machine does meets all of them. */
export const ROUNDS = 3;

type Spread = { median: number; least: number; most: number };

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, least: sorted[0]!, most: sorted.at(-1)! };
}

/** `median (least to most)` */
export function inWords(values: number[], digits = 0): string {
  const { median, least, most } = spreadOf(values);
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
