import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { AuditFilters } from "#server/trpc/filters.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

export const auditReport: Report = {
  header: ["created_at", "actor", "act", "subject", "details"],
  async *rows(ctx, query) {
    const filter = AuditFilters.parse(query);
    for await (const { createdAt, actor, act, subject, details } of allPages((page) =>
      listAudit(ctx, { ...filter, ...page }),
    ))
      yield [createdAt, actor, act, subject, JSON.stringify(details)];
  },
};
