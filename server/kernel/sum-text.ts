import { commonPlaces, fewestPlaces, placesOf } from "./amount-places.ts";

/** Of the decimals that money is kept as. */
type Exact = { toFixed(): string };

/**
 * A sum in a sentence of ours, exact, with as many places as its currency has or it needs: `1,234.50 EUR`, `650 JPY`, `0.6985 USD`. Such
 * sentences are English and written once for everybody; a page shows the sum as its reader writes it (`components/ui/sentence.tsx`).
 */
export function sumText(amount: Exact, currency: string): string {
  const places = Math.max(placesOf(amount.toFixed()), fewestPlaces(currency));
  return `${inPlaces(amount, places)} ${currency}`;
}

/** Amounts that stand below each other in a document of one currency: all with the places of the one that needs most. */
export function columnOf(amounts: Exact[], currency: string): (amount: Exact) => string {
  const places = Math.max(fewestPlaces(currency), commonPlaces(amounts.map((amount) => amount.toFixed())));
  return (amount) => inPlaces(amount, places);
}

/** With a real minus, and none before a zero. */
function inPlaces(amount: Exact, places: number): string {
  const format = new Intl.NumberFormat("en", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    signDisplay: "negative",
  });
  return format.format(amount.toFixed() as Intl.StringNumericLiteral).replace("-", "−");
}
