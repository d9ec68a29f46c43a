import { z } from "zod";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import {
  listWordings,
  MAIL_KINDS,
  placesOf,
  previewWording,
  setWording,
  toLanguage,
} from "#server/domain/shop/checkout/index.ts";
import { env } from "#server/kernel/env.ts";
import { router, staffProcedure } from "../trpc.ts";

const Words = z.object({
  kind: z.enum(MAIL_KINDS),
  language: z.enum(LANGUAGES),
  subject: z.string().max(500),
  note: z.string().max(5_000),
});

/** What mails to travellers say in the reseller's own words. */
export const mailWordsRouter = router({
  get: staffProcedure.query(async ({ ctx }) => {
    const [words, { locale }] = await Promise.all([listWordings(ctx), getBrand(ctx)]);
    return {
      words,
      kinds: MAIL_KINDS.map((kind) => ({ kind, places: placesOf(kind) })),
      languages: LANGUAGES,
      own: toLanguage(locale),
    };
  }),
  preview: staffProcedure.input(Words).query(async ({ ctx, input }) => {
    const { html, ...rest } = await previewWording(ctx, input);
    return { ...rest, html: html.replaceAll('src="/pictures/', `src="${env().shopsUrl ?? ""}/pictures/`) };
  }),
  set: staffProcedure.input(Words).mutation(async ({ ctx, input }) => {
    await setWording(ctx, input);
    return {};
  }),
});
