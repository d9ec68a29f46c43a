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

const UNLIMITED: Record<Language, string> = {
  en: "Unlimited",
  de: "Unbegrenzt",
  fr: "Illimité",
  es: "Ilimitado",
  tr: "Sınırsız",
};

const REGIONS: Record<string, Record<Language, string>> = {
  europe: { en: "Europe", de: "Europa", fr: "Europe", es: "Europa", tr: "Avrupa" },
  asia: { en: "Asia", de: "Asien", fr: "Asie", es: "Asia", tr: "Asya" },
  "middle-east": { en: "Middle East", de: "Naher Osten", fr: "Moyen-Orient", es: "Oriente Medio", tr: "Orta Doğu" },
  africa: { en: "Africa", de: "Afrika", fr: "Afrique", es: "África", tr: "Afrika" },
  "north-america": {
    en: "North America",
    de: "Nordamerika",
    fr: "Amérique du Nord",
    es: "América del Norte",
    tr: "Kuzey Amerika",
  },
  caribbean: { en: "Caribbean", de: "Karibik", fr: "Caraïbes", es: "Caribe", tr: "Karayipler" },
  "latin-america": {
    en: "Latin America",
    de: "Lateinamerika",
    fr: "Amérique latine",
    es: "América Latina",
    tr: "Latin Amerika",
  },
  oceania: { en: "Oceania", de: "Ozeanien", fr: "Océanie", es: "Oceanía", tr: "Okyanusya" },
  antarctica: { en: "Antarctica", de: "Antarktis", fr: "Antarctique", es: "Antártida", tr: "Antarktika" },
  "multi-region": {
    en: "Multi-region",
    de: "Mehrere Regionen",
    fr: "Plusieurs régions",
    es: "Varias regiones",
    tr: "Birden çok bölge",
  },
  global: { en: "Global", de: "Weltweit", fr: "Monde entier", es: "Mundial", tr: "Tüm dünya" },
};

/** A place as travellers of a language call it. */
export const placeName = (
  { type, countryCode, regionCode }: Pick<Described, "type" | "countryCode" | "regionCode">,
  language: Language,
) => (type === "local" && countryCode ? countryNameIn(countryCode, language) : regionNameIn(regionCode, language));

/** The short name, `Hong Kong` and not `Hong Kong SAR China`, where it is a name and not `É.-U.` or `BK`. */
export function countryNameIn(code: string, language: Language): string {
  const [short, long] = (["short", "long"] as const).map(
    (style) => new Intl.DisplayNames([language], { type: "region", fallback: "code", style }).of(code) ?? code,
  );
  return /\p{Ll}/u.test(short!) ? short! : long!;
}

export const regionNameIn = (code: string, language: Language): string => REGIONS[code]?.[language] ?? code;

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

export const daysIn = (days: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);

/** `5 GB`, `1 GB / day`, `Unlimited`. */
export function dataOf(
  { dataMb, unlimited, perDay }: Pick<Described, "dataMb" | "unlimited" | "perDay">,
  language: Language,
): string {
  if (unlimited) return UNLIMITED[language];
  if (!perDay) return dataSize(dataMb, language);
  const day = daysIn(1, language).replace(/^\D*1\s*|\s*1\D*$/g, "");
  return `${dataSize(dataMb, language)} / ${day}`;
}

/** What is bought, as mails, receipts and payment pages name it: `Türkei · 5 GB · 30 Tage`. */
export const describeItem = (item: Described, language: Language): string =>
  [placeName(item, language), dataOf(item, language), daysIn(item.durationDays, language)].join(" · ");

export const describeTopup = (item: { dataMb: number; durationDays: number }, language: Language): string =>
  `+ ${dataSize(item.dataMb, language)} · ${daysIn(item.durationDays, language)}`;
