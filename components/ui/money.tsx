"use client";
import { createContext, type ReactNode, use } from "react";
import { fewestPlaces, placesOf } from "#server/kernel/amount-places.ts";
import { numberFormat } from "./formats.ts";
import { useLocale } from "./locale.tsx";

type MoneyProps = {
  /** An exact decimal in text. */ amount: string;
  currency: string /** With a plus, for movements. */;
  signed?: boolean;
};

/** Those that the amount itself and its currency need. */
const PlacesContext = createContext(0);

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
      {formatAmount(amount, currency, locale, { signed, places })} <span className="text-ink-soft">{currency}</span>
    </span>
  );
}

type AmountFormat = { signed?: boolean; places?: number };

export function formatAmount(
  amount: string,
  currency: string,
  locale: string,
  { signed = false, places = 0 }: AmountFormat = {},
): string {
  const most = Math.max(places, placesOf(amount), fewestPlaces(currency));
  const format = numberFormat(locale, {
    minimumFractionDigits: most,
    maximumFractionDigits: most,
    signDisplay: signed ? "exceptZero" : "auto",
  });
  return format.format(amount as Intl.StringNumericLiteral).replace("-", "−");
}
