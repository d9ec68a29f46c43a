/** How many places an exact decimal needs, at least two: `1.5000` → 2, `0.6985` → 4. */
const placesOf = (amount: string): number => (amount.split(".")[1] ?? "").replace(/0+$/, "").length;

/** How many places all of these are written with. */
export const commonPlaces = (amounts: (string | null)[]): number =>
  Math.min(4, Math.max(2, ...amounts.map((amount) => placesOf(amount ?? ""))));
