import type { OperatorCtx } from "#server/trpc/context.ts";
import { allAuditReport, auditReport } from "./audit.ts";
import { catalogReport } from "./catalog.ts";
import { conversionReport } from "./conversion.ts";
import { deliveriesReport } from "./deliveries.ts";
import { esimsReport } from "./esims.ts";
import { invoicesReport } from "./invoices.ts";
import { accountLedgerReport, ledgerReport } from "./ledger.ts";
import { ledgerChainReport } from "./ledger-chain.ts";
import { approvalsReport, journalReport, salesReport, trialBalanceReport } from "./operator.ts";
import { ordersReport } from "./orders.ts";
import type { Report } from "./report.ts";
import { requestsReport } from "./requests.ts";
import { salesOfShopReport } from "./sales.ts";

/** By the name that the address and the file carry. */
export const reports: Record<string, Report> = {
  catalog: catalogReport,
  ledger: ledgerReport,
  "ledger-chain": ledgerChainReport,
  "audit-log": auditReport,
  deliveries: deliveriesReport,
  requests: requestsReport,
  orders: ordersReport,
  esims: esimsReport,
  sales: salesOfShopReport,
  invoices: invoicesReport,
  conversion: conversionReport,
};

/** The platform's own: `/api/reports/operator/…`. */
export const operatorReports: Record<string, Report<OperatorCtx>> = {
  sales: salesReport,
  "audit-log": allAuditReport,
  decisions: approvalsReport,
  ledger: accountLedgerReport,
  "trial-balance": trialBalanceReport,
  journal: journalReport,
};
