import { z } from "zod";
import { describeSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { operation } from "#server/http/operation.ts";
import { CapabilitiesRow, presentCapabilities } from "./capabilities.wire.ts";

const CapabilitiesMatrix = z
  .strictObject({ providers: z.record(z.string(), CapabilitiesRow) })
  .meta({ id: "CapabilitiesMatrix" });

export const getCapabilities = operation({
  method: "GET",
  path: "/meta/capabilities",
  tag: "Meta",
  summary: "What each network supplier supports",
  description: "An operation that a supplier does not support fails with 422 action_not_supported.",
  access: "catalog:read",
  revalidated: true,
  data: CapabilitiesMatrix,
  handle: () => ({
    providers: Object.fromEntries(
      SUPPLIER_CODES.map((code) => [code, presentCapabilities(describeSupplier(code).capabilities)]),
    ),
  }),
});
