import { searchRequests } from "#server/domain/reseller/request-log/index.ts";
import { RequestFilters } from "#server/trpc/filters.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

export const requestsReport: Report = {
  header: ["request_id", "created_at", "key", "method", "path", "status", "error_code", "duration_ms", "ip"],
  async *rows(ctx, query) {
    const { search, key, ...filter } = RequestFilters.parse(query);
    const wanted = { ...filter, requestId: search, keyPrefix: key };
    for await (const request of allPages((page) => searchRequests(ctx, { ...wanted, ...page }))) {
      const { requestId, createdAt, keyPrefix, method, path, status, code, durationMs, ip } = request;
      yield [requestId, createdAt, keyPrefix, method, path, String(status), code ?? "", String(durationMs), ip];
    }
  },
};
