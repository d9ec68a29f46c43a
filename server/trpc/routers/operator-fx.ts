import { z } from "zod";
import {
  listRateMoves,
  listRates,
  refreshRates,
  refuseRate,
  unpinRate,
  verifyRate,
} from "#server/domain/catalogue/pricing/index.ts";
import { present } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

const Currency = z.object({ currency: z.string().regex(/^[A-Z]{3}$/) });

export const operatorFxRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => (await listRates(ctx)).map((rate) => present(rate))),
  history: operatorProcedure
    .input(Currency)
    .query(async ({ ctx, input }) => (await listRateMoves(ctx, input.currency)).map((move) => present(move))),
  unpin: operatorProcedure.input(Currency).mutation(({ ctx, input }) => unpinRate(ctx, input.currency)),
  verify: operatorProcedure.input(Currency).mutation(({ ctx, input }) => verifyRate(ctx, input.currency)),
  refuse: operatorProcedure.input(Currency).mutation(({ ctx, input }) => refuseRate(ctx, input.currency)),
  refresh: operatorProcedure.mutation(({ ctx }) => refreshRates(ctx)),
});
