"use client";
import { createContext, type ReactNode, use } from "react";
import { useLocale } from "./locale.tsx";

type MoneyProps = {
  /** An exact decimal in text. */ amount: string;
  currency: string /** With a plus, for movements. */;
  signed?: boolean;
};

const FEWEST_PLACES = 2;
const MOST_PLACES = 4;

const PlacesContext = createContext(FEWEST_PLACES);

/** Amounts that stand below each other are written with the same number of places, so that their points do too. */
export function AmountPlaces({ places, children }: { places: number; children: ReactNode }) {
  return <PlacesContext value={places}>{children}</PlacesContext>;
}

/** Amount and currency, exact, with a real minus. In the test environment a mark beside it is set by the page. */
export function Money({ amount, currency, signed = false }: MoneyProps) {
  const locale = useLocale();
  const places = use(PlacesContext);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatAmount(amount, locale, { signed, places })} <span className="text-ink-soft">{currency}</span>
    </span>
  );
}

type AmountFormat = { signed?: boolean; places?: number };

export function formatAmount(
  amount: string,
  locale: string,
  { signed = false, places = FEWEST_PLACES }: AmountFormat = {},
): string {
  return formatOf(locale, places, signed)
    .format(amount as Intl.StringNumericLiteral)
    .replace("-", "−");
}

/** A list writes hundreds of amounts in the same way, and to make a format costs more than to use it. */
const formats = new Map<string, Intl.NumberFormat>();
const FORMATS_KEPT = 100;

function formatOf(locale: string, places: number, signed: boolean): Intl.NumberFormat {
  const name = `${locale} ${places} ${signed}`;
  const known = formats.get(name);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: MOST_PLACES,
    signDisplay: signed ? "exceptZero" : "auto",
  });
  if (formats.size >= FORMATS_KEPT) formats.clear();
  formats.set(name, format);
  return format;
}
