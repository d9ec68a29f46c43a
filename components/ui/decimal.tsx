"use client";
import { numberFormat } from "./formats.ts";
import { useLocale } from "./locale.tsx";

type DecimalProps = {
  value: number | string;
  /** Places that it has in any case; also the most, unless more are said. */
  places?: number;
  most?: number;
  /** With a plus, for moves. */
  signed?: boolean;
  /** `%`, `ms`: stays in its line. */
  unit?: string;
};

/** A figure that is no amount, as the reader writes numbers: `12.5 %` to one, `12,5 %` to another. */
export function Decimal({ value, places = 0, most = places, signed = false, unit }: DecimalProps) {
  const format = numberFormat(useLocale(), {
    minimumFractionDigits: places,
    maximumFractionDigits: Math.max(places, most),
    signDisplay: signed ? "exceptZero" : "negative",
  });
  const figure = format.format(value as number).replace("-", "−");
  return <span className="whitespace-nowrap tabular-nums">{unit ? `${figure} ${unit}` : figure}</span>;
}
