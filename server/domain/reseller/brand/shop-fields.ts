import { z } from "zod";
import { hashOfPath } from "#server/domain/reseller/pictures/index.ts";
import { LANGUAGES, type Language } from "#server/kernel/languages.ts";

/** Typefaces that come with the service. The first is that of a shop that has chosen none. */
const SHOP_FONTS = ["geist", "manrope", "nunito-sans", "source-serif"] as const;
export type ShopFont = (typeof SHOP_FONTS)[number];

type InLanguages<Name extends string> = `${Name}_${Language}`;
export type ShopField = "font" | "hero_picture" | InLanguages<"hero_title" | "hero_lead">;

/** What of a brand only its shop shows, field by field, empty where there is nothing: no part of the API's manifest. */
export type ShopTexts = Record<Exclude<ShopField, "font">, string> & { font: ShopFont | "" };

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
  ...inLanguages("hero_title", () => line(80)),
  ...inLanguages("hero_lead", () => line(240)),
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
  name: "hero_title" | "hero_lead",
  language: Language,
  own: Language,
): { text: string; language: Language } | null {
  const found = [language, own].find((one) => shop[`${name}_${one}`]);
  return found ? { text: shop[`${name}_${found}`]!, language: found } : null;
}
