import { z } from "zod";
import { listAlerts } from "#server/domain/control/alerts/index.ts";
import { sumCells } from "#server/domain/control/cells/index.ts";
import {
  listConcerns,
  listPlatformTraffic,
  measureChecks,
  measureJobs,
  measureWebhooks,
  readBoard,
} from "#server/domain/control/health/index.ts";
import { AUDIT_KINDS, listAuditRuns, requestAuditRun } from "#server/domain/control/invariants/index.ts";
import { measurePartitions } from "#server/domain/control/partitions/index.ts";
import { listBankAccounts } from "#server/domain/money/funding/index.ts";
import { listCheckpoints } from "#server/domain/money/ledger/index.ts";
import { actInWords, auditFilter, listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { listPlatformNotifications } from "#server/domain/record/notifications/index.ts";
import { redact } from "#server/kernel/log.ts";
import { listInput } from "../filters.ts";
import { present } from "../present.ts";
import { operatorList, operatorProcedure, router } from "../trpc.ts";
import { operatorAccountsRouter } from "./operator-accounts.ts";
import { operatorAlertsRouter } from "./operator-alerts.ts";
import { operatorAnnouncementsRouter } from "./operator-announcements.ts";
import { operatorBooksRouter } from "./operator-books.ts";
import { operatorApprovalsRouter } from "./operator-decisions.ts";
import { operatorFxRouter } from "./operator-fx.ts";
import { operatorIncidentsRouter } from "./operator-incidents.ts";
import { operatorNumbersRouter } from "./operator-numbers.ts";
import { operatorOperatorsRouter } from "./operator-operators.ts";
import { operatorPricingRouter } from "./operator-pricing.ts";
import { operatorReconciliationRouter } from "./operator-reconciliation.ts";
import { operatorReviewsRouter } from "./operator-reviews.ts";
import { operatorSearchRouter } from "./operator-search.ts";
import { operatorSignUpsRouter } from "./operator-sign-ups.ts";
import { operatorStatementsRouter } from "./operator-statements.ts";
import { operatorSuppliersRouter } from "./operator-suppliers.ts";

const healthRouter = router({
  get: operatorList.query(async ({ ctx }) => {
    const [jobs, webhooks, traffic, audits, checks, checkpoints, partitions] = await Promise.all([
      measureJobs(ctx),
      measureWebhooks(ctx),
      listPlatformTraffic(ctx),
      listAuditRuns(ctx),
      measureChecks(ctx),
      listCheckpoints(ctx),
      measurePartitions(ctx),
    ]);
    return { jobs, webhooks, traffic, audits, checks, checkpoints, partitions };
  }),
  requestAudit: operatorProcedure
    .input(z.object({ kind: z.enum(AUDIT_KINDS) }))
    .mutation(async ({ ctx, input }) => ({ requested: await requestAuditRun(ctx, input.kind) })),
});

/** Everything of the platform's own side. */
export const operatorRouter = router({
  board: operatorList.query(async ({ ctx }) => {
    const [{ suppliers, ...board }, alerts] = await Promise.all([readBoard(ctx), listAlerts(ctx, "open")]);
    const shown = suppliers.map(({ failures, ...supplier }) => ({
      ...supplier,
      failures: failures.map(({ response, ...failure }) => ({ ...failure, response: redact(response) })),
    }));
    return present({ ...board, alerts, suppliers: shown });
  }),
  concerns: operatorProcedure.query(({ ctx }) => listConcerns(ctx)),
  notices: operatorProcedure.query(({ ctx }) => listPlatformNotifications(ctx)),
  alerts: operatorAlertsRouter,
  incidents: operatorIncidentsRouter,
  accounts: operatorAccountsRouter,
  signUps: operatorSignUpsRouter,
  search: operatorSearchRouter,
  pricing: operatorPricingRouter,
  decisions: operatorApprovalsRouter,
  reviews: operatorReviewsRouter,
  reconciliation: operatorReconciliationRouter,
  fx: operatorFxRouter,
  suppliers: operatorSuppliersRouter,
  health: healthRouter,
  numbers: operatorNumbersRouter,
  cells: router({ get: operatorProcedure.query(async ({ ctx }) => present(await sumCells(ctx))) }),
  bankAccounts: operatorProcedure.query(({ ctx }) => listBankAccounts(ctx)),
  books: operatorBooksRouter,
  statements: operatorStatementsRouter,
  announcements: operatorAnnouncementsRouter,
  operators: operatorOperatorsRouter,
  audit: operatorList.input(listInput(auditFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listAllAudit(ctx, { ...filter, limit: 50, beforeId: before });
    return { ...page, items: page.items.map((item) => ({ ...item, sentence: actInWords(item.act, item.subject) })) };
  }),
});
