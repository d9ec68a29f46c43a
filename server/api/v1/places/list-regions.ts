import { z } from "zod";
import { listRegions as list } from "#server/domain/catalogue/catalog/index.ts";
import { operation } from "#server/http/operation.ts";
import { integer } from "../fields.ts";

const Region = z
  .strictObject({
    code: z.string().meta({ description: "Used as `region` in GET /packages", example: "europe" }),
    name: z.string(),
    type: z.enum(["regional", "global"]),
    package_count: integer().meta({ description: "Regional or global packages on sale" }),
    max_coverage: integer().meta({ description: "Most countries that one of them covers" }),
  })
  .meta({ id: "Region" });

export const listRegions = operation({
  method: "GET",
  path: "/regions",
  tag: "Catalogue",
  summary: "Regions with a regional or global package",
  access: "catalog:read",
  revalidated: true,
  data: z.strictObject({ items: z.array(Region) }).meta({ id: "RegionList" }),
  handle: async ({ ctx }) => ({
    items: (await list(ctx)).map(({ code, name, type, packageCount, maxCoverage }) => ({
      code,
      name,
      type,
      package_count: packageCount,
      max_coverage: maxCoverage,
    })),
  }),
});
