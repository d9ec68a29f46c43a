// Read alike by pages and by the server: nothing here may need the server.

/** Of most currencies, and at retail. Dinars have three, which nobody writes here: `573,665` would be read as thousands. */
const COIN_PLACES = 2;
const MOST_PLACES = 4;

/** How many places an exact decimal needs: `3000.0000` → 0, `1.5000` → 2, `0.6985` → 4. Never one, and never three. */
export function placesOf(amount: string): number {
  const needed = (amount.split(".")[1] ?? "").replace(/0+$/, "").length;
  return needed === 0 ? 0 : needed > COIN_PLACES ? MOST_PLACES : COIN_PLACES;
}

/** How many places all of these need. */
export const commonPlaces = (amounts: (string | null)[]): number =>
  Math.max(0, ...amounts.map((amount) => placesOf(amount ?? "")));

/** By currency. Lists ask for each of their amounts, and a format takes longer to make than to use. */
const fewest = new Map<string, number>([["", COIN_PLACES]]);

/**
 * How many places an amount of a currency has at least: none where there are no coins below one, as of the yen.
 *
 * @param currency empty while it is not known
 */
export function fewestPlaces(currency: string): number {
  const known = fewest.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const places = Math.min(COIN_PLACES, maximumFractionDigits ?? COIN_PLACES);
  fewest.set(currency, places);
  return places;
}
