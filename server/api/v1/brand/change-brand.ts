import { BrandFields, changeBrand as change, toBrandChange } from "#server/domain/reseller/brand/index.ts";
import { operation } from "#server/http/operation.ts";
import { ChangedBrand, presentChangedBrand } from "./brand.wire.ts";

export const changeBrand = operation({
  method: "POST",
  path: "/brand",
  tag: "Brand",
  summary: "Change the brand",
  description:
    "Only the fields that are sent are changed; an empty text clears logo, favicon, phone, terms, privacy and domain. A domain serves nothing until its TXT record is found.",
  access: "brand:manage",
  body: BrandFields,
  data: ChangedBrand,
  errors: ["conflict"],
  handle: async ({ ctx, body }) => presentChangedBrand(await change(ctx, toBrandChange(body))),
});
