import { z } from "zod";
import {
  listSalesBy,
  listSalesByDay,
  periodBefore,
  SALES_BY,
  salesFilter,
  salesSummedUntil,
  toPeriod,
} from "#server/domain/control/sales/index.ts";
import { money } from "#server/kernel/money.ts";
import { filterInput } from "../filters.ts";
import { present } from "../present.ts";
import { operatorList, router } from "../trpc.ts";

/** On the page; the file has all. */
const SHOWN = 100;

export const operatorNumbersRouter = router({
  get: operatorList
    .input(filterInput(salesFilter).extend({ by: z.enum(SALES_BY) }))
    .query(async ({ ctx, input: { by, ...filter } }) => {
      const period = toPeriod(filter, ctx.clock.now());
      const [lines, days, before, summedUntil] = await Promise.all([
        listSalesBy(ctx, by, period, SHOWN + 1),
        listSalesByDay(ctx, period),
        listSalesByDay(ctx, periodBefore(period)),
        salesSummedUntil(ctx),
      ]);
      return {
        ...period,
        lines: lines.slice(0, SHOWN).map((one) => present(one)),
        hasMore: lines.length > SHOWN,
        days: days.map((one, i) => present({ ...one, beforeUsd: before[i]?.revenueUsd ?? money(0) })),
        summedUntil,
      };
    }),
});
