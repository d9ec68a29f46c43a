import { type Brand, getBrand } from "#server/domain/reseller/brand/index.ts";
import { findPicture } from "#server/domain/reseller/pictures/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import type { Language } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { chooseEsims } from "./choose-esims.ts";
import { suggestRecipient } from "./suggest-recipient.ts";

export type InstallSheet = Pick<Esim, "iccid" | "activationCode" | "smdpAddress" | "apn"> & { title: string };

/** What is printed or drawn for a customer: one sheet per eSIM, in the brand's name. */
export type InstallSheets = {
  brand: Pick<Brand, "name" | "primaryColor" | "supportEmail" | "supportPhone" | "companyLegalName"> & {
    /** A PNG, where the brand's logo is stored here. */
    logo: Buffer | null;
  };
  environment: "test" | "live";
  language: Language;
  sheets: InstallSheet[];
};

/** Without a language it is the one of whoever bought them in the shop, else the brand's. */
export async function readInstallSheets(
  ctx: AccountCtx,
  { reference, iccids, ...asked }: { reference: string; iccids: string[]; language?: Language | undefined },
): Promise<InstallSheets> {
  requirePermission(ctx, "installation:read");
  const language = asked.language ?? (await suggestRecipient(ctx, reference)).language;
  const { esims, titleIn } = await chooseEsims(ctx, reference, iccids);
  const sheets = esims.map(({ iccid, activationCode, smdpAddress, apn }) => ({
    iccid,
    activationCode,
    smdpAddress,
    apn,
    title: titleIn(language),
  }));
  const brand = await getBrand(ctx);
  const logo = brand.logoUrl && (await findPicture(ctx.db, brand.logoUrl));
  return { brand: { ...brand, logo: logo || null }, environment: ctx.environment, language, sheets };
}
