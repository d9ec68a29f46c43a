import { domainToASCII } from "node:url";
import { z } from "zod";
import { text } from "../fields.ts";

/** The fields of a brand as they may be sent. */

/** An empty text clears the field. */
export const orCleared = (field: z.ZodType<string, string>) => z.union([z.literal("").transform(() => null), field]);

export const color = () =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "must be #RRGGBB")
    .transform((value) => value.toUpperCase())
    .meta({ description: "#RRGGBB", example: "#0F5C63" });

/** An address on the web, without credentials. */
export const webUrl = (protocols: ("https:" | "http:")[]) =>
  text(2_000).refine(
    (value) => {
      const url = URL.parse(value);
      // What the parser would mend (blanks, missing slashes) is not stored as it came.
      return (
        /^https?:\/\/[^\s\\]+$/i.test(value) &&
        url !== null &&
        (protocols as string[]).includes(url.protocol) &&
        !url.username &&
        !url.password
      );
    },
    protocols.length === 1 ? "must be an HTTPS address" : "must be a web address",
  );

export const email = () =>
  text(254)
    .regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>.]{2,}$/, "must be an e-mail address")
    .meta({ example: "help@shop.example.com" });

export const phone = () =>
  text(40)
    .regex(/^\+?[0-9][0-9 ().\-/]{3,}$/, "must be a telephone number")
    .meta({ example: "+41 44 000 00 00" });

export const slug = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{3,40}$/, "must have 3 to 40 characters of a-z, 0-9 and -")
    .meta({ example: "sunny-travel" });

/** A host name of at least two labels, kept in its ASCII form. */
export const domain = () =>
  text(253)
    .refine((value) => isDomain(domainToASCII(value)), "must be a domain name such as esim.example.com")
    .transform((value) => domainToASCII(value))
    .meta({ example: "esim.example.com" });

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

function isDomain(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length >= 2 &&
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!)
  );
}

/** BCP 47, in its canonical form. */
export const locale = () =>
  text(35)
    .refine((value) => canonicalLocale(value) !== null, "must be a BCP 47 language tag such as en or de-CH")
    .transform((value) => canonicalLocale(value)!)
    .meta({ example: "de-CH" });

function canonicalLocale(value: string): string | null {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    return null;
  }
}
