import { z } from "zod";
import { countryName } from "#server/domain/catalogue/places/index.ts";
import { describeSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import {
  listActionRecords,
  possibleActs,
  requestResume,
  requestSuspend,
} from "#server/domain/selling/actions/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import {
  ESIM_ORDERS,
  type EsimPlan,
  esimFilter,
  type FoundEsim,
  getEsim,
  getEsimPlan,
  getSuccession,
  installState,
  LIFE_EVENTS,
  listHistory,
  listUsage,
  liveSandboxEsim,
  type Succession,
  searchEsims,
} from "#server/domain/selling/esims/index.ts";
import {
  distinctTopups,
  getTopupOptions,
  type OpenedTopup,
  requestTopup,
} from "#server/domain/selling/topups/index.ts";
import { countShares, shareForTraveller, withdrawShares } from "#server/domain/shop/checkout/index.ts";
import { findSaleOfOrder } from "#server/domain/shop/sales/index.ts";
import { fingerprint, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { listInput, pageOf } from "../filters.ts";
import { router, staffList, staffProcedure } from "../trpc.ts";
import { presentAction } from "./actions.ts";

const Iccid = z.object({ iccid: z.string().max(40) });

const Topup = Iccid.extend({
  /** Of one opened dialog: sent twice, it buys once. */
  key: z.uuid(),
  packageCode: z.string().max(200),
  maxPrice: z.string().regex(/^\d{1,14}(\.\d{1,4})?$/),
});

export const esimsRouter = router({
  list: staffList
    .input(listInput(esimFilter).extend({ order: z.enum(ESIM_ORDERS).optional() }))
    .query(async ({ ctx, input: { before, order, ...filter } }) => {
      const endsFirst = order === "expiry";
      const page = await searchEsims(ctx, {
        ...filter,
        ...pageOf({ before, order: endsFirst ? undefined : order }),
        endsFirst,
      });
      return { ...page, items: page.items.map(presentFoundEsim) };
    }),
  suppliers: staffProcedure.query(() => SUPPLIER_CODES.map((code) => ({ code, name: describeSupplier(code).name }))),
  get: staffProcedure.input(Iccid).query(async ({ ctx, input }) => {
    const esim = await getEsim(ctx, input.iccid);
    const [plan, succession, sale, actions, history] = await Promise.all([
      getEsimPlan(ctx, esim),
      getSuccession(ctx, esim),
      findSaleOfOrder(ctx, esim.orderId),
      listActionRecords(ctx, { esimId: esim.id }),
      listHistory(ctx, esim),
    ]);
    const { id: _id, accountId: _account, orderId, version: _version, supplierEsimId: _own, ...shown } = esim;
    return {
      ...shown,
      ...succession,
      orderReference: orderReference(orderId),
      saleNumber: sale?.number ?? null,
      install: installState(esim),
      plan: { ...plan, coverage: plan.coverage.map(countryName) },
      acts: possibleActs(esim, actions, topupBar(plan, succession)),
      actions: actions.map(presentAction),
      history,
    };
  }),
  /** Newest first, at most 100. */
  usage: staffProcedure
    .input(Iccid)
    .query(async ({ ctx, input }) => await listUsage(ctx, await getEsim(ctx, input.iccid))),
  refresh: staffProcedure.input(Iccid).mutation(async ({ ctx, input }) => {
    const { syncedAt } = await refreshEsim(ctx, input.iccid);
    return { syncedAt };
  }),
  suspend: staffProcedure
    .input(Iccid)
    .mutation(async ({ ctx, input }) => ({ status: (await requestSuspend(ctx, input.iccid)).status })),
  resume: staffProcedure
    .input(Iccid)
    .mutation(async ({ ctx, input }) => ({ status: (await requestResume(ctx, input.iccid)).status })),
  share: staffProcedure.input(Iccid).mutation(({ ctx, input }) => shareForTraveller(ctx, input.iccid)),
  shares: staffProcedure.input(Iccid).query(({ ctx, input }) => countShares(ctx, input.iccid)),
  withdrawShares: staffProcedure.input(Iccid).mutation(({ ctx, input }) => withdrawShares(ctx, input.iccid)),
  topupOptions: staffProcedure.input(Iccid).query(async ({ ctx, input }) => {
    const { items, currency } = await getTopupOptions(ctx, await getEsim(ctx, input.iccid));
    return {
      currency,
      items: distinctTopups(items).map(({ packageCode, name, dataMb, durationDays, price }) => ({
        packageCode,
        name,
        dataMb,
        durationDays,
        price: toNumeric(price),
      })),
    };
  }),
  topup: staffProcedure.input(Topup).mutation(async ({ ctx, input: { iccid, key, packageCode, maxPrice } }) => {
    const claim: IdempotencyClaim<OpenedTopup> = {
      operation: "portal top-up",
      key,
      fingerprint: fingerprint({ iccid, packageCode, maxPrice }),
      answer: ({ action }) => JSON.stringify({ action_id: action.id, status: action.status }),
    };
    const { response } = await requestTopup(ctx, { iccid, packageCode, maxPrice: money(maxPrice) }, claim);
    return { status: (JSON.parse(response) as { status: string }).status };
  }),
  /** The test environment only: what a traveller's phone would do. */
  live: staffProcedure.input(Iccid.extend({ event: z.enum(LIFE_EVENTS) })).mutation(async ({ ctx, input }) => {
    const { status } = await liveSandboxEsim(ctx, await getEsim(ctx, input.iccid), input.event);
    return { status };
  }),
});

const topupBar = ({ topupSupported }: EsimPlan, { isReplaced }: Succession): string | null =>
  isReplaced
    ? "Another eSIM takes its place under the connection guarantee."
    : topupSupported
      ? null
      : "The package of this eSIM cannot be topped up.";

export const presentFoundEsim = ({ id: _id, orderId, ...rest }: FoundEsim) => ({
  ...rest,
  orderReference: orderReference(orderId),
});
