import { searchEsims } from "#server/domain/selling/esims/index.ts";
import { EsimFilters } from "#server/trpc/filters.ts";
import { presentFoundEsim } from "#server/trpc/routers/esims.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

export const esimsReport: Report = {
  header: [
    "iccid",
    "order_reference",
    "package",
    "provider",
    "status",
    "installation_status",
    "total_bytes",
    "used_bytes",
    "expires_at",
    "synced_at",
    "created_at",
  ],
  async *rows(ctx, query) {
    const { q, provider, ...filter } = EsimFilters.parse(query);
    for await (const found of allPages((page) =>
      searchEsims(ctx, { ...filter, text: q, supplierCode: provider, ...page }),
    )) {
      const esim = presentFoundEsim(found);
      yield [
        esim.iccid,
        esim.orderReference,
        esim.packageName,
        esim.supplierCode,
        esim.status,
        esim.installationStatus,
        String(esim.totalBytes),
        String(esim.usedBytes),
        esim.expiresAt ?? "",
        esim.syncedAt ?? "",
        esim.createdAt,
      ];
    }
  },
};
