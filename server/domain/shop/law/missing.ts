import { type Brand, getBrand } from "#server/domain/reseller/brand/index.ts";
import { listPages } from "#server/domain/shop/pages/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Permission, requirePermission } from "#server/kernel/permissions.ts";
import { findSeller, type Seller } from "./seller.ts";
import { isInEu } from "./vat-id.ts";

/** What a shop lacks, in words, and the page on which it is entered. */
export type Missing = { what: string; on: "law" | "pages" };

/** What the seller's country asks of a shop, as far as it is known here, and this one does not have. */
export async function listMissing(ctx: AccountCtx): Promise<Missing[]> {
  const [seller, brand, pages] = await Promise.all([findSeller(ctx), getBrand(ctx), listPages(ctx)]);
  const shown = new Set(pages.flatMap(({ name, isShown }) => (isShown ? [name] : [])));
  return [...missingOf(seller, shown), ...(seller && isInEu(seller.country) ? missingTexts(brand, shown) : [])];
}

function missingOf(seller: Seller | null, shown: ReadonlySet<string>): Missing[] {
  const has = (...fields: (keyof Seller)[]) => fields.some((field) => seller !== null && seller[field] !== "");
  const asked: [boolean, string][] = [
    [has("legalName"), "The name of the company or person who sells"],
    [has("address") && has("city"), "The address of whoever sells"],
    [has("country"), "The country of whoever sells; what else is asked for depends on it"],
  ];
  if (seller && isInEu(seller.country))
    asked.push(
      [has("email"), "An e-mail address for the imprint"],
      [has("vatId", "taxExemption"), "A VAT number, or why no VAT is charged"],
      [has("withdrawalNote") || shown.has("withdrawal"), "A note about the right of withdrawal"],
    );
  return asked.flatMap(([isThere, what]) => (isThere ? [] : [{ what, on: "law" }]));
}

/** Of each a page here, or a link to one elsewhere. */
const missingTexts = ({ termsUrl, privacyUrl }: Brand, shown: ReadonlySet<string>): Missing[] => [
  ...(termsUrl || shown.has("terms") ? [] : [{ what: "Your terms", on: "pages" } as const]),
  ...(privacyUrl || shown.has("privacy") ? [] : [{ what: "Your privacy policy", on: "pages" } as const]),
];

/**
 * Before something of a live shop goes out: whoever does it has seen what is missing. A shop is never closed for it; that is for its
 * seller to answer for.
 */
export async function requireMissingSeen(ctx: AccountCtx, permission: Permission, seen: boolean): Promise<void> {
  requirePermission(ctx, permission);
  if (seen || ctx.environment !== "live") return;
  const missing = await listMissing(ctx);
  if (missing.length === 0) return;
  fail(
    "validation_error",
    `The shop lacks what its country asks for: ${missing.map(({ what }) => what.toLowerCase()).join("; ")}. Add it, or confirm that it goes out without it.`,
    { field: "missingSeen" },
  );
}
