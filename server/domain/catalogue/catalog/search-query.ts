import { COUNTRY_CODES, fold, LINKING_WORDS, wordsOf } from "#server/domain/catalogue/places/index.ts";

/** What somebody typed to find a plan, taken apart. Everything in it has to fit, in whatever order it was typed. */
export type SearchQuery = {
  words: { text: string; inCapitals: boolean }[];
  /** Parts of package codes. */
  codes: string[];
  /** Numbers without a unit. */
  numbers: number[];
  /** At least so much, in all or for each day. */
  dataMb?: number;
  dailyMb?: number;
  /** At least so many. */
  days?: number;
  unlimited: boolean;
};

const MB_OF: Record<string, number> = { m: 1, م: 1, g: 1_024, غ: 1_024, ج: 1_024, t: 1_048_576 };
/** A number before it, and no letter after it. */
const unit = (units: string) =>
  `(?<![\\p{L}\\p{N}.,])(\\d{1,6}(?:[.,]\\d{1,3})?)\\s*-?\\s*(?:${units})(?![\\p{L}\\p{N}])`;
const DAILY =
  "(\\s*(?:\\/|per|a|pro|par|por|al|ao|je|في|كل)\\s*(?:day|d|tag|t|jour|j|dia|gun|giorno|g|اليوم|يوم)(?![\\p{L}\\p{N}])|\\s*(?:daily|taglich|gunluk|diari[oa]s?|giornalier[oi]|يوميا))?";
const DATA = new RegExp(
  `${unit("([mgt])(?:b|ib|o)|(m|g|t)(?:ega|iga|era)(?:bytes?|octets?|s)?|(g)igs?|([غجم])\\.?\\s?ب|([غجم])ي[غج]ا(?:\\s?بايت)?")}${DAILY}`,
  "gu",
);
const PERIOD = new RegExp(
  unit(
    "(days?|tagen?|tage?|jours?|dias?|gun|gunluk|giorn[oi]|يوما?|ايام|nights?|d|t|j)|(weeks?|wochen?|semaines?|semanas?|settiman[ae]|hafta|haftalik|اسبوعا?|اسابيع)|(?:months?|monate?n?|mois|mes|mese|mesi|meses|ay|aylik|شهرا?|اشهر|شهور)",
  ),
  "gu",
);
const UNLIMITED =
  /^(unlimited|unbegrenzte?s?|unlimitierte?s?|illimitee?s?|illimitat[oaie]|ilimitad[oa]s?|sinirsiz|لامحدود)$/;
/** Two words that are one thing to somebody who types them. */
const NOT_LIMITED = /غير محدود[هة]?/gu;
/** Digits of an Arabic keyboard. */
const ARABIC_DIGITS = /[٠-٩]/gu;
/** Words that say nothing about which plan; many of them are the code of a country too, which is typed in capitals or alone. */
const NOISE = new Set([
  ...LINKING_WORDS,
  ..."esim esims sim plan plans plane tarif package packages paket pakete paketi forfait paquete bundle data daten donnees datos".split(
    " ",
  ),
  ..."internet for fur pour para icin in im nach to with mit avec con travel reise voyage viaje seyahat roaming from ein a an".split(
    " ",
  ),
  ..."piano piani pacchetto dati viaggio plano planos pacote dados viagem باقة باقات شريحة بيانات انترنت سفر".split(
    " ",
  ),
  ..."al am as at be by es il is le li me my na ne no pa se si so te va".split(" "),
]);
const MOST_WORDS = 10;

/** `isCode`: whether this stands in the code of a package. Everything can be typed; nothing is refused. */
export function parseQuery(text: string, isCode: (part: string) => boolean): SearchQuery {
  const query: SearchQuery = { words: [], codes: [], numbers: [], unlimited: false };
  const typed = text.slice(0, 100).normalize("NFC");
  const capitals = new Set((typed.match(/(?<![\p{L}\p{N}])[A-Z]{2,3}(?![\p{L}\p{N}])/gu) ?? []).map(fold));
  const withoutCodes = fold(typed)
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) - "٠".charCodeAt(0)))
    .replace(NOT_LIMITED, "لامحدود")
    .split(/\s+/)
    .filter((chunk) => {
      const found = /[-_].*\d|\d.*[-_]/.test(chunk) && isCode(chunk);
      if (found) query.codes.push(chunk);
      return !found;
    })
    .join(" ");
  const withoutData = withoutCodes.replace(DATA, (_, amount, short, long, gigs, arabicShort, arabicLong, daily) => {
    const size: string = short ?? long ?? gigs ?? arabicShort ?? arabicLong;
    const mb = Math.round(Number(amount.replace(",", ".")) * MB_OF[size]!);
    if (daily) query.dailyMb = Math.max(query.dailyMb ?? 0, mb);
    else query.dataMb = Math.max(query.dataMb ?? 0, mb);
    return " ";
  });
  const named = withoutData.replace(PERIOD, (_, count, days, weeks) => {
    const length = days ? 1 : weeks ? 7 : 30;
    query.days = Math.max(query.days ?? 0, Math.round(Number(count.replace(",", ".")) * length));
    return " ";
  });
  const words: SearchQuery["words"] = [];
  for (const word of wordsOf(named).slice(0, MOST_WORDS)) {
    if (/^\d{1,4}$/.test(word)) query.numbers.push(Number(word));
    else if (UNLIMITED.test(word)) query.unlimited = true;
    else words.push({ text: word, inCapitals: capitals.has(word) });
  }
  const telling = words.filter(({ text, inCapitals }) => inCapitals || !NOISE.has(text));
  const alone = words.length === 1 && COUNTRY_CODES.has(words[0]!.text.toUpperCase());
  // "de 5gb" is Germany, in "forfait de voyage" it is not; "plan" alone is better looked for than ignored.
  if (telling.length > 0) query.words = telling;
  else if (alone) query.words = words.map(({ text }) => ({ text, inCapitals: true }));
  else if (isEmpty(query)) query.words = words;
  return query;
}

const isEmpty = ({ codes, numbers, dataMb, dailyMb, days, unlimited }: SearchQuery): boolean =>
  codes.length + numbers.length === 0 && [dataMb, dailyMb, days].every((part) => part === undefined) && !unlimited;
