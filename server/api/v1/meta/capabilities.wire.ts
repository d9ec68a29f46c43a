import { z } from "zod";
import type { Capabilities } from "#server/domain/catalogue/suppliers/index.ts";

export const CapabilitiesRow = z
  .strictObject({
    order: z.boolean(),
    topup: z.boolean(),
    cancel: z.boolean(),
    suspend: z.boolean(),
    resume: z.boolean(),
    usage: z.boolean(),
    refund_on_cancel: z.boolean(),
  })
  .meta({ id: "Capabilities" });

export const presentCapabilities = ({ refundOnCancel, ...rest }: Capabilities): z.input<typeof CapabilitiesRow> => ({
  ...rest,
  refund_on_cancel: refundOnCancel,
});
