import { isCountry } from "#server/domain/catalogue/places/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { plainVatId } from "./vat-id.ts";

/** Who sells, as an imprint and an invoice say it. Empty: not given. */
export type Seller = {
  legalName: string;
  /** Street and number, in as many lines as it has. */
  address: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatId: string;
  taxNumber: string;
  /** Why no VAT is charged, in the words that the seller's law wants on an invoice. */
  taxExemption: string;
  registerName: string;
  registerNumber: string;
  representative: string;
  email: string;
  phone: string;
  withdrawalNote: string;
};

export type SellerField = keyof Seller;

/** In the order of the form: what people call a field, and the most letters of it. */
const FIELDS: Record<SellerField, [label: string, most: number]> = {
  legalName: ["The legal name", 200],
  address: ["The address", 300],
  postalCode: ["The postal code", 20],
  city: ["The city", 100],
  country: ["The country", 2],
  vatId: ["The VAT number", 30],
  taxNumber: ["The tax number", 40],
  taxExemption: ["The exemption", 300],
  registerName: ["The register", 120],
  registerNumber: ["The register number", 60],
  representative: ["The representative", 200],
  email: ["The e-mail address", 254],
  phone: ["The phone number", 40],
  withdrawalNote: ["The note about withdrawal", 2_000],
};

export const SELLER_FIELDS = Object.keys(FIELDS) as SellerField[];

/**
 * Who sells in the shop of the environment; the test environment shows the live one until it has one of its own. Null where
 * nobody entered anything: then the brand's company and support address are all that is known.
 */
export async function findSeller(ctx: AccountCtx, db: Transaction = ctx.db): Promise<Seller | null> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await db.prisma.seller.findMany({ where: { accountId, environment: { in: ["live", environment] } } });
  const found = rows.find((row) => row.environment === environment) ?? rows[0];
  if (!found) return null;
  const { accountId: _, environment: __, updatedAt: ___, ...seller } = found;
  return seller;
}

/** What the form begins with: what is on record, else what the brand says of it. */
export async function getSeller(ctx: AccountCtx): Promise<{ seller: Seller; isKept: boolean }> {
  const seller = await findSeller(ctx);
  if (seller) return { seller, isKept: true };
  const { companyLegalName: legalName, supportEmail: email, supportPhone } = await getBrand(ctx);
  const empty = Object.fromEntries(SELLER_FIELDS.map((field) => [field, ""])) as Seller;
  return { seller: { ...empty, legalName, email, phone: supportPhone ?? "" }, isKept: false };
}

/** Replaces what is on record. A field that is not known yet may be empty; what a country asks for is said by `listMissing`. */
export async function setSeller(ctx: AccountCtx, given: Seller): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const seller = readSeller(given);
  const of = tenant(ctx);
  const data = { ...seller, updatedAt: ctx.clock.now() };
  await ctx.db.transaction(async (tx) => {
    const before = await findSeller(ctx, tx);
    const fields = SELLER_FIELDS.filter((field) => seller[field] !== (before?.[field] ?? ""));
    await tx.prisma.seller.upsert({
      where: { accountId_environment: of },
      create: { ...of, ...data },
      update: data,
    });
    await recordAudit(tx, ctx, {
      act: "seller.change",
      accountId: of.accountId,
      subject: ctx.environment,
      details: { fields },
    });
  });
}

function readSeller(given: Seller): Seller {
  const seller = Object.fromEntries(
    SELLER_FIELDS.map((field) => [field, given[field].trim().replace(/\r\n?/g, "\n")]),
  ) as Seller;
  for (const field of SELLER_FIELDS) {
    const [label, most] = FIELDS[field];
    if (seller[field].length > most) fail("validation_error", `${label} has at most ${most} characters.`, { field });
  }
  if (seller.country !== "" && !isCountry(seller.country))
    fail("validation_error", "Choose the country from the list.", { field: "country" });
  if (seller.email !== "" && !isEmail(seller.email))
    fail("validation_error", "This is not an e-mail address, such as shop@example.com.", { field: "email" });
  return { ...seller, vatId: plainVatId(seller.vatId) };
}

/** Under each other, as on a letter; without the country, which every reader calls by another name. */
export const addressLines = ({
  address,
  postalCode,
  city,
}: Pick<Seller, "address" | "postalCode" | "city">): string[] =>
  [...address.split("\n"), [postalCode, city].filter(Boolean).join(" ")].map((line) => line.trim()).filter(Boolean);
