import { z } from "zod";
import { describeSupplier, knownSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { operation } from "#server/http/operation.ts";

const ProviderCapabilities = z
  .strictObject({
    provider: z.string(),
    topup: z.boolean(),
    cancel: z.boolean(),
    suspend: z.boolean(),
    resume: z.boolean(),
  })
  .meta({ id: "ProviderCapabilities" });

export const getProviderCapabilities = operation({
  method: "GET",
  path: "/providers/{provider_code}/capabilities",
  tag: "Meta",
  summary: "What one supplier supports",
  description: "Kept for integrations of the first version; new ones use GET /meta/capabilities.",
  deprecated: true,
  access: "catalog:read",
  params: z.strictObject({
    provider_code: z.string().meta({ description: "Network supplier", example: "esimaccess" }),
  }),
  data: ProviderCapabilities,
  handle: ({ params }) => {
    const provider = knownSupplier(params.provider_code);
    const { topup, cancel, suspend, resume } = describeSupplier(provider).capabilities;
    return { provider, topup, cancel, suspend, resume };
  },
});
