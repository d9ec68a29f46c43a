import { z } from "zod";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { getBrand, previewUrl } from "#server/domain/reseller/brand/index.ts";
import { toLanguage } from "#server/domain/shop/checkout/index.ts";
import {
  findPage,
  inLanguage,
  LEGAL_PAGES,
  listPages,
  type PageTexts,
  removePage,
  savePage,
} from "#server/domain/shop/pages/index.ts";
import { router, staffProcedure } from "../trpc.ts";

const Name = z.string().max(60);
const Revision = z.number().int().min(0).max(2_000_000_000);
const Texts = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({ title: z.string().max(500), body: z.string().max(60_000) }),
);

/** The shop's pages in the reseller's own words. */
export const pagesRouter = router({
  list: staffProcedure.query(async ({ ctx }) => {
    const [pages, { locale, termsUrl, privacyUrl }] = await Promise.all([listPages(ctx), getBrand(ctx)]);
    const own = toLanguage(locale);
    return {
      items: pages.map(({ titles, editedBy, environment, ...page }) => ({
        ...page,
        title: inLanguage(titles, own, own)?.text ?? "",
        languages: LANGUAGES.filter((language) => titles[language] !== undefined),
        isOwn: environment === ctx.environment,
        editedBy: personOf(editedBy),
      })),
      legal: LEGAL_PAGES,
      /** What the brand links to instead. */
      elsewhere: { terms: termsUrl, privacy: privacyUrl },
    };
  }),
  /** Null as `page` where there is none yet. */
  get: staffProcedure.input(Name).query(async ({ ctx, input }) => {
    const [page, { locale }] = await Promise.all([findPage(ctx, input), getBrand(ctx)]);
    return {
      page: page && { ...page, editedBy: personOf(page.editedBy), isOwn: page.environment === ctx.environment },
      legal: LEGAL_PAGES,
      languages: LANGUAGES,
      own: toLanguage(locale),
      previewUrl: previewUrl(ctx),
    };
  }),
  save: staffProcedure
    .meta({ paragraphs: ["body"] })
    .input(z.object({ name: Name, texts: Texts, isShown: z.boolean(), revision: Revision }))
    .mutation(async ({ ctx, input }) => {
      await savePage(ctx, { ...input, texts: input.texts as PageTexts });
      return { revision: input.revision + 1 };
    }),
  remove: staffProcedure.input(z.object({ name: Name, revision: Revision })).mutation(async ({ ctx, input }) => {
    await removePage(ctx, input);
    return {};
  }),
});

/** Of who acted as the audit log has it: `staff:mia@example.com`. */
const personOf = (actor: string): string => actor.slice(actor.indexOf(":") + 1);
