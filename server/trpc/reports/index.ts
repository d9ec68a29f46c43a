import type { OperatorCtx, StaffCtx } from "../context.ts";
import { auditReport } from "./audit.ts";
import { ledgerReport } from "./ledger.ts";
import { accountLedgerReport, allAuditReport, decisionsReport, salesReport } from "./operator.ts";

/** A list as a file: the same filters as on the page, all pages of it. */
export type Report<C = StaffCtx> = {
  header: string[];
  rows(ctx: C, query: Record<string, string>): AsyncGenerator<(string | number | Date)[]>;
};

/** By the name that the address and the file carry. */
export const reports: Record<string, Report> = { ledger: ledgerReport, "audit-log": auditReport };

/** The platform's own: `/api/reports/operator/…`. */
export const operatorReports: Record<string, Report<OperatorCtx>> = {
  sales: salesReport,
  "audit-log": allAuditReport,
  decisions: decisionsReport,
  ledger: accountLedgerReport,
};
