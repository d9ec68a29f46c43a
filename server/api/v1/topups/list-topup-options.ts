import { z } from "zod";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { getTopupOptions } from "#server/domain/selling/topups/index.ts";
import { operation } from "#server/http/operation.ts";
import { iccidParams } from "../esims/esim.wire.ts";
import { amount, currency, integer } from "../fields.ts";

const TopupOption = z
  .strictObject({
    package_code: z.string(),
    name: z.string(),
    data_mb: integer(),
    duration_days: integer(),
    price: amount(),
    currency: currency(),
  })
  .meta({ id: "TopupOption" });

export const listTopupOptions = operation({
  method: "GET",
  path: "/esims/{iccid}/topup-options",
  tag: "Top-ups and actions",
  summary: "What can be put on the eSIM, at your price",
  access: "topups:read",
  params: iccidParams(),
  data: z
    .strictObject({
      iccid: z.string(),
      provider_supported: z.boolean(),
      currency: currency(),
      source: z.enum(["supplier", "cache", "sandbox"]),
      items: z.array(TopupOption),
    })
    .meta({ id: "TopupOptions" }),
  errors: ["supplier_error", "fx_unavailable"],
  handle: async ({ ctx, params }) => {
    const esim = await getEsim(ctx, params.iccid);
    const { supported, currency, source, items } = await getTopupOptions(ctx, esim);
    return {
      iccid: esim.iccid,
      provider_supported: supported,
      currency,
      source,
      items: items.map(({ packageCode, name, dataMb, durationDays, price }) => ({
        package_code: packageCode,
        name,
        data_mb: dataMb,
        duration_days: durationDays,
        price: price.toNumber(),
        currency,
      })),
    };
  },
});
