import { type Brand, getBrand } from "#server/domain/reseller/brand/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import type { Language } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { chooseEsims } from "./choose-esims.ts";

export type InstallSheet = Pick<Esim, "iccid" | "activationCode" | "smdpAddress" | "apn"> & { title: string };

/** What is printed for a customer: one sheet per eSIM, in the brand's name. */
export type InstallSheets = {
  brand: Pick<Brand, "name" | "primaryColor" | "supportEmail" | "supportPhone" | "companyLegalName">;
  environment: "test" | "live";
  language: Language;
  sheets: InstallSheet[];
};

export async function readInstallSheets(
  ctx: AccountCtx,
  { reference, iccids, language }: { reference: string; iccids: string[]; language: Language },
): Promise<InstallSheets> {
  requirePermission(ctx, "installation:read");
  const { esims, titleIn } = await chooseEsims(ctx, reference, iccids);
  const sheets = esims.map(({ iccid, activationCode, smdpAddress, apn }) => ({
    iccid,
    activationCode,
    smdpAddress,
    apn,
    title: titleIn(language),
  }));
  return { brand: await getBrand(ctx), environment: ctx.environment, language, sheets };
}
