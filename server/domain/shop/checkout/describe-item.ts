import { countryNameIn, regionNameIn } from "#server/domain/catalogue/places/index.ts";
import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import type { Money } from "#server/kernel/money.ts";
import { wordIn } from "#server/kernel/words.ts";
import type { Language } from "./mails/language.ts";

type Described = {
  type: "local" | "regional" | "global";
  countryCode: string | null;
  regionCode: string;
  dataMb: number;
  unlimited: boolean;
  perDay: boolean;
  durationDays: number;
};

/** A place as travellers of a language call it. */
export const placeName = (
  { type, countryCode, regionCode }: Pick<Described, "type" | "countryCode" | "regionCode">,
  language: Language,
) => (type === "local" && countryCode ? countryNameIn(countryCode, language) : regionNameIn(regionCode, language));

/** `5 GB`, `500 MB`, `5 Go`; 1 GB = 1,024 MB. */
export function dataSize(mb: number, language: Language): string {
  const [value, unit] = mb >= 1024 ? [mb / 1024, "gigabyte"] : [mb, "megabyte"];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(value);
}

/**
 * As pages and mails say it. Where is read from the right it stands by itself: the line around it would part the sign from its currency
 * (`$US 19.90`).
 */
export function formatMoney(amount: Money, currency: string, language: Language): string {
  const text = new Intl.NumberFormat(language, { style: "currency", currency, signDisplay: "negative" })
    .format(amount.toNumber())
    .replace("-", "−");
  return LANGUAGE_FACTS[language].dir === "rtl" ? `\u2066${text.replace(/[\u200e\u200f]/g, "")}\u2069` : text;
}

export const daysIn = (days: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);

/** `5 GB`, `1 GB / day`, `Unlimited`. */
export function dataOf(
  { dataMb, unlimited, perDay }: Pick<Described, "dataMb" | "unlimited" | "perDay">,
  language: Language,
): string {
  if (unlimited) return wordIn(language, "unlimited");
  if (!perDay) return dataSize(dataMb, language);
  const day = daysIn(1, language).replace(/^\D*1\s*|\s*1\D*$/g, "");
  return `${dataSize(dataMb, language)} / ${day}`;
}

/** What is bought, as mails, receipts and payment pages name it: `Türkei · 5 GB · 30 Tage`. */
export const describeItem = (item: Described, language: Language): string =>
  [placeName(item, language), dataOf(item, language), daysIn(item.durationDays, language)].join(" · ");

export const describeTopup = (item: { dataMb: number; durationDays: number }, language: Language): string =>
  `+ ${dataSize(item.dataMb, language)} · ${daysIn(item.durationDays, language)}`;
