import { esimFilter, searchEsims } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { listReport } from "./report.ts";

export const esimsReport = listReport(
  esimFilter,
  (ctx: AccountCtx, { order, ...asked }) => searchEsims(ctx, { ...asked, endsFirst: order === "expiry" }),
  {
    iccid: ({ iccid }) => iccid,
    order_reference: ({ orderId }) => orderReference(orderId),
    package: ({ packageName }) => packageName,
    provider: ({ supplierCode }) => supplierCode,
    status: ({ status }) => status,
    installation_status: ({ installationStatus }) => installationStatus,
    total_bytes: ({ totalBytes }) => totalBytes,
    used_bytes: ({ usedBytes }) => usedBytes,
    expires_at: ({ expiresAt }) => expiresAt,
    synced_at: ({ syncedAt }) => syncedAt,
    created_at: ({ createdAt }) => createdAt,
  },
);
