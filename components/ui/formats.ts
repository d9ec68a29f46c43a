/** Formats of the browser's and of ours that lists use in every cell: making one takes longer than a hundred uses of it. */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** More than all lists of all languages need; locales come from browsers, so that there is no end to them. */
const MOST = 200;

function keep<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = kept.get(key);
  if (known) return known as F;
  if (kept.size >= MOST) kept.clear();
  const format = make();
  kept.set(key, format);
  return format;
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keep(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));

/** A figure with so many decimals. */
export const inPlaces = (value: number, places: number, locale: string): string =>
  numberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep(`date ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
