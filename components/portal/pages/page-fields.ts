import { LANGUAGES } from "#server/kernel/languages.ts";
import type { Outputs } from "#server/trpc/types.ts";
import type { Zod } from "../zod.ts";

export type Found = Outputs["pages"]["get"];
export type Language = Found["own"];
type Part = `${"title" | "body"}_${Language}`;
export type Fields = { name: string; isShown: boolean } & Record<Part, string>;

export const schemaOf = (z: Zod) =>
  z.object({
    name: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "1 to 40 characters of a-z, 0-9 and hyphens.")),
    isShown: z.boolean(),
    ...(Object.fromEntries(
      LANGUAGES.flatMap((language) => [
        [`title_${language}`, z.string()],
        [`body_${language}`, z.string()],
      ]),
    ) as Record<Part, ReturnType<Zod["string"]>>),
  });

export const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** The imprint has no page of its own: it stands below who sells. */
export const pathOf = (name: string) => (name === "imprint" ? "legal" : `info/${name}`);

export const titleOf = ({ texts, name }: NonNullable<Found["page"]>, own: Language): string =>
  texts[own]?.title || Object.values(texts).find(({ title }) => title)?.title || name;

export function writtenOf(languages: readonly Language[], fields: Fields): string {
  const written = languages.filter((code) => fields[`body_${code}`].trim() !== "");
  return written.map((code) => NAMES.of(code)).join(", ") || "none yet";
}

export function fieldsOf({ page, languages }: Found, wanted: string): Fields {
  const texts = languages.flatMap((code): [Part, string][] => [
    [`title_${code}`, page?.texts[code]?.title ?? ""],
    [`body_${code}`, page?.texts[code]?.body ?? ""],
  ]);
  return {
    name: page?.name ?? wanted,
    isShown: page?.isShown ?? true,
    ...(Object.fromEntries(texts) as Record<Part, string>),
  };
}
