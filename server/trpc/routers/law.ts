import { z } from "zod";
import { COUNTRIES, countryName } from "#server/domain/catalogue/places/index.ts";
import {
  confirmVat,
  getSeller,
  getVatSetup,
  listMissing,
  setSeller,
  stopVat,
  VAT_MODES,
  vatIdFault,
} from "#server/domain/shop/law/index.ts";
import { router, staffProcedure } from "../trpc.ts";

const Text = z.string().max(2_500);
const Seller = z.object({
  ...{ legalName: Text, address: Text, postalCode: Text, city: Text, country: Text, representative: Text },
  ...{ vatId: Text, taxNumber: Text, taxExemption: Text, registerName: Text, registerNumber: Text },
  ...{ email: Text, phone: Text, withdrawalNote: Text },
});

/** What a shop's law asks for: who sells, VAT, and what is missing. */
export const lawRouter = router({
  get: staffProcedure.query(async ({ ctx }) => {
    const [{ seller, isKept }, vat, missing] = await Promise.all([getSeller(ctx), getVatSetup(ctx), listMissing(ctx)]);
    return {
      seller,
      isKept,
      /** What a VAT number of the country looks like, when this one looks otherwise. */
      vatIdExample: seller.vatId === "" ? null : vatIdFault(seller.country, seller.vatId),
      vat,
      missing,
    };
  }),
  /** Every country there is, by its English name. */
  countries: staffProcedure.query(() =>
    COUNTRIES.map((code) => ({ code, name: countryName(code) })).sort((a, b) => a.name.localeCompare(b.name, "en")),
  ),
  missing: staffProcedure.query(({ ctx }) => listMissing(ctx)),
  setSeller: staffProcedure
    .meta({ paragraphs: ["address", "withdrawalNote"] })
    .input(Seller)
    .mutation(async ({ ctx, input }) => {
      await setSeller(ctx, input);
      return {};
    }),
  confirmVat: staffProcedure
    .input(
      z.object({
        mode: z.enum(VAT_MODES),
        rates: z.record(z.string().length(2), z.string().max(10)),
        invoicePrefix: z.string().max(20),
        creditPrefix: z.string().max(20),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await confirmVat(ctx, input);
      return {};
    }),
  stopVat: staffProcedure.mutation(async ({ ctx }) => {
    await stopVat(ctx);
    return {};
  }),
});
