import type { InstallSheets } from "#server/domain/shop/handover/index.ts";
import { isWritable } from "./lettering.ts";

/** Say in which direction something is read, or that it does not break, and have no letter in any font. */
const UNSEEN = /[\u200e\u200f\u061c\u2060\u2066-\u2069]/g;

/** The fonts have the wide space that does not break, and not the narrow one of French and of formatted numbers. */
export const printable = (text: string): string => text.replaceAll("\u202f", "\u00a0").replace(UNSEEN, "");

/**
 * Whose sheet it is: its name. In a script that no font here writes, the logo stands for it; without one the legal name, or
 * the address for questions, which the sheet names anyway.
 */
export function headOf({ name, companyLegalName, supportEmail, logo }: InstallSheets["brand"]): {
  logo: Buffer | null;
  name: string | null;
} {
  if (isWritable(name)) return { logo: null, name };
  return logo ? { logo, name: null } : { logo, name: isWritable(companyLegalName) ? companyLegalName : supportEmail };
}
