import { z } from "zod";
import {
  listRateMoves,
  listRates,
  pinRate,
  refreshRates,
  refuseRate,
  unpinRate,
  verifyRate,
} from "#server/domain/pricing/index.ts";
import { present, readAmount } from "../present.ts";
import { operatorProcedure, router } from "../trpc.ts";

const Currency = z.object({ currency: z.string().regex(/^[A-Z]{3}$/) });

export const operatorFxRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => (await listRates(ctx)).map((rate) => present(rate))),
  history: operatorProcedure
    .input(Currency)
    .query(async ({ ctx, input }) => (await listRateMoves(ctx, input.currency)).map((move) => present(move))),
  pin: operatorProcedure.input(Currency.extend({ rate: z.string().max(40) })).mutation(({ ctx, input }) => {
    const rate = readAmount(input.rate, "rate", 8);
    return pinRate(ctx, { currency: input.currency, rate, verified: true, ageMs: 0 });
  }),
  unpin: operatorProcedure.input(Currency).mutation(({ ctx, input }) => unpinRate(ctx, input.currency)),
  verify: operatorProcedure.input(Currency).mutation(({ ctx, input }) => verifyRate(ctx, input.currency)),
  refuse: operatorProcedure.input(Currency).mutation(({ ctx, input }) => refuseRate(ctx, input.currency)),
  refresh: operatorProcedure.mutation(({ ctx }) => refreshRates(ctx)),
});
