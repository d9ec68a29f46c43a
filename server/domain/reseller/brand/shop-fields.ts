import { z } from "zod";
import { CURRENCIES } from "#server/domain/reseller/accounts/index.ts";
import { hashOfPath } from "#server/domain/reseller/pictures/index.ts";
import { LANGUAGES, type Language } from "#server/kernel/languages.ts";

/** Typefaces that come with the service. The first is that of a shop that has chosen none. */
const SHOP_FONTS = ["geist", "manrope", "nunito-sans", "source-serif"] as const;
export type ShopFont = (typeof SHOP_FONTS)[number];

type InLanguages<Name extends string> = `${Name}_${Language}`;
type WordsField = "hero_title" | "hero_lead" | "support_hours";
type CurrencyField = "currencies" | "currency_rounding";
export type ShopField = "font" | "hero_picture" | "payment_marks" | "reviews" | CurrencyField | InLanguages<WordsField>;

/** Ways to pay that a shop can name, by code. */
export const PAYMENT_MARKS: Record<string, string> = {
  ...{ visa: "Visa", mastercard: "Mastercard", amex: "American Express", apple_pay: "Apple Pay" },
  ...{ google_pay: "Google Pay", link: "Link", paypal: "PayPal", klarna: "Klarna", sepa: "SEPA", ideal: "iDEAL" },
  ...{ bancontact: "Bancontact", twint: "TWINT" },
};

/** How amounts that are only shown are rounded; the first where nothing was chosen. All but that one round up. */
export const CURRENCY_ROUNDINGS = ["exact", "0.05", "0.10", ".99", ".00"] as const;
type CurrencyRounding = (typeof CURRENCY_ROUNDINGS)[number];

/** More make a list that nobody reads, on every page. */
export const MOST_CURRENCIES = 12;

/** In which currencies, beside the one that is charged, a shop shows its prices. */
export const currenciesOf = ({ currencies }: Partial<ShopTexts>): string[] =>
  currencies?.split(",").filter(Boolean) ?? [];

const MOST_REVIEWS = 6;

/** A line each: what was said, a dash, and who said it. Null for a line that is no review. */
export const reviewsOf = (text: string): ({ words: string; name: string } | null)[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, words, name] = /^(.{3,400})\s[—–-]\s+([^—–]{2,80})$/u.exec(line.trim()) ?? [];
      return words && name ? { words: words.trim(), name: name.trim() } : null;
    });

/** What of a brand only its shop shows, field by field, empty where there is nothing: no part of the API's manifest. */
export type ShopTexts = Record<Exclude<ShopField, "font" | "currency_rounding">, string> & {
  font: ShopFont | "";
  currency_rounding: CurrencyRounding | "";
};

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, "must be one line")
    .optional();

const inLanguages = <Name extends string, Field>(name: Name, field: () => Field) =>
  Object.fromEntries(LANGUAGES.map((language) => [`${name}_${language}`, field()])) as Record<InLanguages<Name>, Field>;

export const SHOP_FIELDS = {
  font: z.union([z.literal(""), z.enum(SHOP_FONTS, `must be one of ${SHOP_FONTS.join(", ")}`)]).optional(),
  hero_picture: z
    .string()
    .refine(
      (value) => value === "" || (hashOfPath(value) !== null && value.endsWith(".webp")),
      "must be a picture that was uploaded here",
    )
    .optional(),
  payment_marks: z
    .string()
    .refine(
      (value) => value === "" || value.split(",").every((code) => code in PAYMENT_MARKS),
      "must be ways to pay that we know",
    )
    .optional(),
  currencies: z
    .string()
    .refine((value) => {
      const codes = currenciesOf({ currencies: value });
      const isKnown = codes.every((code) => (CURRENCIES as readonly string[]).includes(code));
      return isKnown && new Set(codes).size === codes.length && codes.join(",") === value;
    }, "must be currencies that we know, each once")
    .refine(
      (value) => currenciesOf({ currencies: value }).length <= MOST_CURRENCIES,
      `must be ${MOST_CURRENCIES} currencies at most`,
    )
    .optional(),
  currency_rounding: z
    .union([z.literal(""), z.enum(CURRENCY_ROUNDINGS, `must be one of ${CURRENCY_ROUNDINGS.join(", ")}`)])
    .optional(),
  reviews: z
    .string()
    .max(2_400, "must have at most 2,400 characters")
    .refine(
      (value) => !reviewsOf(value).includes(null),
      "must be a review in each line: its words, a dash, and who said it",
    )
    .refine((value) => reviewsOf(value).length <= MOST_REVIEWS, `must be ${MOST_REVIEWS} reviews at most`)
    .optional(),
  ...inLanguages("hero_title", () => line(80)),
  ...inLanguages("hero_lead", () => line(240)),
  ...inLanguages("support_hours", () => line(120)),
};

const NAMES = Object.keys(SHOP_FIELDS) as ShopField[];

/** All fields; those that the shop has not are empty. */
export const shopTexts = (kept: Partial<ShopTexts>): ShopTexts =>
  Object.fromEntries(NAMES.map((name) => [name, kept[name] ?? ""])) as ShopTexts;

/** Those that are given; undefined without any. */
export function givenShopTexts(fields: Partial<Record<string, unknown>>): Partial<ShopTexts> | undefined {
  const given = NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** A text in a language, else in the brand's own; null where neither has one. */
export function textIn(
  shop: Partial<ShopTexts>,
  name: WordsField,
  language: Language,
  own: Language,
): { text: string; language: Language } | null {
  const found = [language, own].find((one) => shop[`${name}_${one}`]);
  return found ? { text: shop[`${name}_${found}`]!, language: found } : null;
}
