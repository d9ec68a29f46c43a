import { z } from "zod";
import { listAllEsims, listAllOrders, searchPlatform } from "#server/domain/control/search/index.ts";
import { allEsimsFilter } from "#server/domain/selling/esims/index.ts";
import { allOrdersFilter } from "#server/domain/selling/orders/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { listInput } from "../filters.ts";
import { present } from "../present.ts";
import { operatorList, router } from "../trpc.ts";

const LIMIT = 50;

/** Everything of every reseller: one search, and the newest orders and eSIMs. */
export const operatorSearchRouter = router({
  find: operatorList.input(z.string().trim().min(2).max(120)).query(({ ctx, input }) => searchPlatform(ctx, input)),
  orders: operatorList.input(listInput(allOrdersFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listAllOrders(ctx, { ...filter, limit: LIMIT, beforeId: before });
    return { ...page, items: page.items.map((item) => ({ ...present(item), reference: orderReference(item.id) })) };
  }),
  esims: operatorList.input(listInput(allEsimsFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listAllEsims(ctx, { ...filter, limit: LIMIT, beforeId: before });
    return { ...page, items: page.items.map((item) => ({ ...item, order: orderReference(item.orderId) })) };
  }),
});
