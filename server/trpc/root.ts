import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { authRouter } from "./routers/auth.ts";
import { autoTopupsRouter } from "./routers/auto-topups.ts";
import { balanceRouter } from "./routers/balance.ts";
import { brandRouter } from "./routers/brand.ts";
import { catalogRouter } from "./routers/catalog.ts";
import { discountsRouter } from "./routers/discounts.ts";
import { drillsRouter } from "./routers/drills.ts";
import { esimsRouter } from "./routers/esims.ts";
import { guaranteeRouter } from "./routers/guarantee.ts";
import { handoversRouter } from "./routers/handovers.ts";
import { keysRouter } from "./routers/keys.ts";
import { lawRouter } from "./routers/law.ts";
import { mailWordsRouter } from "./routers/mail-words.ts";
import { notificationsRouter } from "./routers/notices.ts";
import { operatorRouter } from "./routers/operator.ts";
import { ordersRouter } from "./routers/orders.ts";
import { overviewRouter } from "./routers/overview.ts";
import { pagesRouter } from "./routers/pages.ts";
import { personRouter } from "./routers/person.ts";
import { requestsRouter } from "./routers/requests.ts";
import { salesRouter } from "./routers/sales.ts";
import { searchRouter } from "./routers/search.ts";
import { statusRouter } from "./routers/status.ts";
import { storefrontRouter } from "./routers/storefront.ts";
import { teamRouter } from "./routers/team.ts";
import { viewsRouter } from "./routers/views.ts";
import { vouchersRouter } from "./routers/vouchers.ts";
import { webhooksRouter } from "./routers/webhooks.ts";
import { router } from "./trpc.ts";

/** Everything that the portal's pages can ask for, by area. */
export const appRouter = router({
  auth: authRouter,
  person: personRouter,
  overview: overviewRouter,
  catalog: catalogRouter,
  orders: ordersRouter,
  esims: esimsRouter,
  handovers: handoversRouter,
  balance: balanceRouter,
  keys: keysRouter,
  sales: salesRouter,
  discounts: discountsRouter,
  vouchers: vouchersRouter,
  storefront: storefrontRouter,
  guarantee: guaranteeRouter,
  autoTopups: autoTopupsRouter,
  brand: brandRouter,
  law: lawRouter,
  mailWords: mailWordsRouter,
  pages: pagesRouter,
  webhooks: webhooksRouter,
  drills: drillsRouter,
  requests: requestsRouter,
  team: teamRouter,
  views: viewsRouter,
  notices: notificationsRouter,
  search: searchRouter,
  status: statusRouter,
  operator: operatorRouter,
});

export type AppRouter = typeof appRouter;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;
