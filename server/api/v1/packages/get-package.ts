import { z } from "zod";
import { getPackage as get } from "#server/domain/catalogue/catalog/index.ts";
import { operation } from "#server/http/operation.ts";
import { Package, presentPackage } from "./package.wire.ts";

export const getPackage = operation({
  method: "GET",
  path: "/packages/{id}",
  tag: "Catalogue",
  summary: "One package",
  description: "A withdrawn code that was replaced answers with the new package and names the old code.",
  access: "catalog:read",
  revalidated: true,
  params: z.strictObject({
    id: z.string().meta({ description: "package_id (recommended) or numeric id", example: "esimaccess-TR_5_30" }),
  }),
  data: Package.extend({
    replaced_package_id: z
      .string()
      .optional()
      .meta({ description: "The withdrawn code that was asked for, when this package replaces it" }),
  }).meta({ id: "PackageDetail" }),
  errors: ["package_not_found", "fx_unavailable"],
  handle: async ({ ctx, params }) => {
    const { replacedPackageId, ...item } = await get(ctx, params.id);
    return {
      ...presentPackage(item),
      ...(replacedPackageId !== undefined && { replaced_package_id: replacedPackageId }),
    };
  },
});
