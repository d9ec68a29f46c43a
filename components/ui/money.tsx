"use client";
import { useLocale } from "./locale.tsx";

type MoneyProps = {
  /** An exact decimal in text. */ amount: string;
  currency: string /** With a plus, for movements. */;
  signed?: boolean;
};

/** Amount and currency, exact, with a real minus. In the test environment a mark beside it is set by the page. */
export function Money({ amount, currency, signed = false }: MoneyProps) {
  const locale = useLocale();
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatAmount(amount, locale, signed)} <span className="text-ink-soft">{currency}</span>
    </span>
  );
}

export function formatAmount(amount: string, locale: string, signed = false): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay: signed ? "exceptZero" : "auto",
  });
  return format.format(amount as Intl.StringNumericLiteral).replace("-", "−");
}
