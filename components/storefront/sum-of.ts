import type { TotalView } from "#server/storefront/index.ts";
import type { Sum } from "./amounts.tsx";
import { priceText } from "./price.tsx";
import type { Translate } from "./translate.ts";

/** `isOpen`: VAT comes on top, and nobody has said yet of which country. */
type Told = { code: string; isOpen: boolean; t: Translate };

/** A total as lines: what it would be, what a code takes off, and VAT, on top of it or in it. */
export function sumOf({ whole, off, vat, total, value }: TotalView, { code, isOpen, t }: Told): Sum {
  const isChanged = off !== null || vat?.kind === "on_top" || vat?.kind === "reverse";
  const lines = [
    ...(isChanged ? [[t(off === null ? "priceLine" : "subtotal"), whole]] : []),
    ...(off === null ? [] : [[code ? t("discountOf", { code: code.toUpperCase() }) : t("discount"), off]]),
    ...(vat ? [[t(VAT_WORDS[vat.kind], { rate: vat.rate }), vat.amount]] : []),
    ...(isOpen ? [[t("plusVat"), ""]] : []),
  ] as [string, string][];
  const about = total.about === null ? null : priceText(total, t);
  return { lines: lines.map(([name, amount]) => ({ name, value: amount })), total: total.charged, about, value };
}

/** By who owes it, and whether it is in the price. */
export const VAT_WORDS = { included: "vatWithin", on_top: "vatAdded", reverse: "vatReverse" } as const;
