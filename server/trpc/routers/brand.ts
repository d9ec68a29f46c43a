import { z } from "zod";
import { previewShownPrices } from "#server/domain/catalogue/catalog/index.ts";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import {
  CURRENCY_ROUNDINGS,
  changeBrand,
  getBrand,
  getDraft,
  listVersions,
  MOST_CURRENCIES,
  newestVersion,
  PAYMENT_MARKS,
  parseBrandFields,
  previewUrl,
  publishDraft,
  restoreVersion,
  saveDraft,
  shopsOrigin,
  textsOf,
  withChanges,
} from "#server/domain/reseller/brand/index.ts";
import { addPicture } from "#server/domain/reseller/pictures/index.ts";
import { formatMoney } from "#server/domain/shop/checkout/index.ts";
import { requireMissingSeen } from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

const Fields = z.record(z.string().max(40), z.string().max(2_500));
const Revision = z.number().int().min(0).max(2_000_000_000);
/** 8 MB in base64, and a little more, so that it is the verb that refuses. */
const MOST_ENCODED = 11_300_000;

/** The published brand and its draft, field by field under the names of the API, empty where there is nothing. */
async function presentBrand(ctx: AccountCtx) {
  const [brand, draft, version] = await Promise.all([getBrand(ctx), getDraft(ctx), newestVersion(ctx)]);
  return {
    /** The test environment shows the live brand until it has one of its own. */
    own: brand.environment === ctx.environment,
    host: new URL(shopsOrigin()).host,
    /** Where stored pictures are, in front of their paths. */
    pictures: env().shopsUrl ?? "",
    languages: LANGUAGES,
    /** Ways to pay that the shop can name. */
    marks: Object.entries(PAYMENT_MARKS).map(([code, name]) => ({ code, name })),
    previewUrl: previewUrl(ctx),
    domain:
      brand.customDomain === null
        ? null
        : {
            name: brand.customDomain,
            record: { name: `_svc-verify.${brand.customDomain}`, value: brand.domainToken },
            traffic: new URL(shopsOrigin()).hostname,
            verifiedAt: brand.domainVerifiedAt,
          },
    /** As published, and which version that is. */
    published: textsOf(brand),
    version,
    draft: {
      fields: textsOf(withChanges(brand, draft.changes)),
      revision: draft.revision,
      editedBy: nameOf(draft.editedBy),
      editedAt: draft.editedAt,
    },
  };
}

/** Of who acted as the audit log has it: `staff:mia@example.com`. */
const nameOf = (actor: string | null): string | null => actor?.slice(actor.indexOf(":") + 1) ?? null;

export const brandRouter = router({
  get: staffProcedure.query(({ ctx }) => presentBrand(ctx)),
  versions: staffProcedure.query(async ({ ctx }) =>
    (await listVersions(ctx)).map(({ publishedBy, ...version }) => ({ ...version, publishedBy: nameOf(publishedBy) })),
  ),
  /** What the shop's prices would be shown as: amounts as travellers read them in English. */
  shownPrices: staffProcedure
    .input(z.object({ rounding: z.enum(CURRENCY_ROUNDINGS) }))
    .query(async ({ ctx, input: { rounding } }) => {
      const { currency } = ctx.account;
      const { charged, shown } = await previewShownPrices(ctx, rounding);
      const say = (prices: Money[], of: string) => prices.map((price) => formatMoney(price, of, "en"));
      return {
        currency,
        charged: say(charged, currency),
        shown: shown.map((one) => ({ ...one, prices: one.prices && say(one.prices, one.currency) })),
        most: MOST_CURRENCIES,
      };
    }),
  /** `fields`: those that shall differ from the published brand, and no others. */
  saveDraft: staffProcedure
    .meta({ paragraphs: ["reviews"] })
    .input(z.object({ fields: Fields, revision: Revision }))
    .mutation(async ({ ctx, input }) => {
      if ("custom_domain" in input.fields)
        fail("validation_error", "The domain is changed on its own, on the storefront's page Domain.", {
          field: "custom_domain",
        });
      await saveDraft(ctx, input);
      return await presentBrand(ctx);
    }),
  publish: staffProcedure
    .input(z.object({ revision: Revision, version: Revision, missingSeen: z.boolean().default(false) }))
    .mutation(async ({ ctx, input: { missingSeen, ...input } }) => {
      await requireMissingSeen(ctx, "brand:manage", missingSeen);
      await publishDraft(ctx, input);
      return await presentBrand(ctx);
    }),
  restore: staffProcedure.input(z.object({ number: Revision, version: Revision })).mutation(async ({ ctx, input }) => {
    await restoreVersion(ctx, input);
    return await presentBrand(ctx);
  }),
  /** Alone in its request: the door lets more bytes in for this one (`process/door/limit-body.ts`). */
  addPicture: staffProcedure
    .input(z.object({ use: z.enum(["logo", "favicon", "hero"]), picture: z.base64().max(MOST_ENCODED) }))
    .mutation(({ ctx, input }) => addPicture(ctx, Buffer.from(input.picture, "base64"), input.use)),
  /** Its own question: a domain leads travellers, and their money, somewhere else. */
  setDomain: confirmedStaffProcedure("brand:manage")
    .input(z.object({ custom_domain: z.string().max(300) }))
    .mutation(async ({ ctx, input }) => {
      await changeBrand(ctx, parseBrandFields(input));
      return await presentBrand(ctx);
    }),
});
