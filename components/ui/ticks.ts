const STEPS = [1, 2, 2.5, 5, 10];
const FEWEST = 3;
const MOST = 5;

/**
 * Where an axis from nought to at least `most` has its lines: three to five of them, at numbers that people count in.
 *
 * @param unit what is counted in: 1 for whole things, 1,048,576 for megabytes, 0.01 for cents
 */
export function ticksTo(most: number, { unit = 1, whole = true }: { unit?: number; whole?: boolean } = {}): number[] {
  // Of nothing it is an axis to two, not one of lines that all say nought.
  const top = Math.max((most > 0 ? most : FEWEST - 1) / unit, whole ? FEWEST - 1 : Number.EPSILON);
  const size = 10 ** Math.floor(Math.log10(top / (MOST - 1)));
  const step = STEPS.map((factor) => factor * size).find(
    (one) => top / one <= MOST - 1 && (!whole || Number.isInteger(one)),
  )!;
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)) * unit);
}
