import { type AuditRecord, auditFilter, listAllAudit, listAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { OperatorCtx } from "#server/trpc/context.ts";
import { type Columns, listReport } from "./report.ts";

const WHO = {
  created_at: ({ createdAt }) => createdAt,
  actor: ({ actor }) => actor,
  act: ({ act }) => act,
} satisfies Columns<AuditRecord>;

const WHAT = {
  subject: ({ subject }) => subject,
  details: ({ details }) => JSON.stringify(details),
} satisfies Columns<AuditRecord>;

export const auditReport = listReport(auditFilter, (ctx: AccountCtx, asked) => listAudit(ctx, asked), {
  ...WHO,
  ...WHAT,
});

export const allAuditReport = listReport(auditFilter, (ctx: OperatorCtx, asked) => listAllAudit(ctx, asked), {
  ...WHO,
  account: ({ accountCode }) => accountCode,
  ...WHAT,
});
