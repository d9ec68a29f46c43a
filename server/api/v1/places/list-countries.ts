import { z } from "zod";
import { listCountries as list } from "#server/domain/catalogue/catalog/index.ts";
import { operation } from "#server/http/operation.ts";
import { integer } from "../fields.ts";

const Country = z
  .strictObject({
    code: z.string().length(2).meta({ example: "TR" }),
    name: z.string(),
    package_count: integer().meta({ description: "Local packages on sale" }),
    min_retail_price: z
      .string()
      .meta({ description: "Lowest recommended retail price of them, in the account currency", example: "4.50" }),
  })
  .meta({ id: "Country" });

export const listCountries = operation({
  method: "GET",
  path: "/countries",
  tag: "Catalogue",
  summary: "Countries with a local package",
  access: "catalog:read",
  revalidated: true,
  data: z.strictObject({ items: z.array(Country) }).meta({ id: "CountryList" }),
  errors: ["fx_unavailable"],
  handle: async ({ ctx }) => ({
    items: (await list(ctx)).map(({ code, name, packageCount, minRetailPrice }) => ({
      code,
      name,
      package_count: packageCount,
      min_retail_price: minRetailPrice.toFixed(2),
    })),
  }),
});
