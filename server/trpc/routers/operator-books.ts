import { booksFilter, getTrialBalance, toMoment } from "#server/domain/money/books/index.ts";
import { sumReserved } from "#server/domain/money/ledger/index.ts";
import { filterInput } from "../filters.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

export const operatorBooksRouter = router({
  trialBalance: operatorProcedure
    .input(filterInput(booksFilter))
    .query(async ({ ctx, input }) => present(await getTrialBalance(ctx, { at: toMoment(input, ctx.clock.now()) }))),
  reserved: operatorProcedure.query(async ({ ctx }) => present(await sumReserved(ctx))),
});
