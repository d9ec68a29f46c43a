import { z } from "zod";
import { listSalesBy, listSalesByDay, SALES_BY } from "#server/domain/numbers/index.ts";
import { SalesFilters, toPeriod } from "../filters.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

export const operatorNumbersRouter = router({
  get: operatorProcedure
    .input(SalesFilters.extend({ by: z.enum(SALES_BY) }))
    .query(async ({ ctx, input: { by, ...filter } }) => {
      const period = toPeriod(filter, ctx.clock.now());
      const [lines, days] = await Promise.all([listSalesBy(ctx, by, period), listSalesByDay(ctx, period)]);
      return { ...period, lines: lines.map((one) => present(one)), days: days.map((one) => present(one)) };
    }),
});
