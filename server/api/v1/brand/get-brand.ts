import { getBrand as get } from "#server/domain/reseller/brand/index.ts";
import { operation } from "#server/http/operation.ts";
import { Brand, presentBrand } from "./brand.wire.ts";

export const getBrand = operation({
  method: "GET",
  path: "/brand",
  tag: "Brand",
  summary: "The brand manifest",
  description:
    "Changes rarely: keep it, and ask with its ETag. The test environment shows the live brand until it has one of its own.",
  access: "brand:read",
  revalidated: true,
  data: Brand,
  handle: async ({ ctx }) => presentBrand(await get(ctx)),
});
