const FEWEST_PLACES = 2;
const MOST_PLACES = 4;

/** How many places an exact decimal is written with: `1.5000` → 2, `0.6985` → 4. Never three: `573,665` would be read as thousands. */
export const placesOf = (amount: string): number =>
  (amount.split(".")[1] ?? "").replace(/0+$/, "").length > FEWEST_PLACES ? MOST_PLACES : FEWEST_PLACES;

/** How many places all of these are written with. */
export const commonPlaces = (amounts: (string | null)[]): number =>
  Math.max(FEWEST_PLACES, ...amounts.map((amount) => placesOf(amount ?? "")));
