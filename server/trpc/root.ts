import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { authRouter } from "./routers/auth.ts";
import { balanceRouter } from "./routers/balance.ts";
import { keysRouter } from "./routers/keys.ts";
import { operatorRouter } from "./routers/operator.ts";
import { overviewRouter } from "./routers/overview.ts";
import { personRouter } from "./routers/person.ts";
import { searchRouter } from "./routers/search.ts";
import { teamRouter } from "./routers/team.ts";
import { router } from "./trpc.ts";

/** Everything that the portal's pages can ask for, by area. */
export const appRouter = router({
  auth: authRouter,
  person: personRouter,
  overview: overviewRouter,
  balance: balanceRouter,
  keys: keysRouter,
  team: teamRouter,
  search: searchRouter,
  operator: operatorRouter,
});

export type AppRouter = typeof appRouter;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;
