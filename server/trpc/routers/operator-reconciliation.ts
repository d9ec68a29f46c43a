import { z } from "zod";
import {
  listDifferences,
  listReconciliationRuns,
  requestReconciliation,
} from "#server/domain/control/reconciliation/index.ts";
import { operatorProcedure, router } from "../trpc.ts";

export const operatorReconciliationRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => {
    const [runs, differences] = await Promise.all([listReconciliationRuns(ctx, 10), listDifferences(ctx)]);
    return {
      runs,
      differences: differences.map(({ amount, ...difference }) => ({ ...difference, amount: amount.toFixed(4) })),
    };
  }),
  request: operatorProcedure
    .input(z.object({ kind: z.enum(["suppliers", "payments"]) }))
    .mutation(async ({ ctx, input }) => await requestReconciliation(ctx, input.kind)),
});
