import { readOptionalText, readWhole } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import type { Body, Shop } from "./shop.ts";
import type { Esim, State } from "./state.ts";
import { toWireEsim, wireTime } from "./wire.ts";

/** eSIMs by order, by their own numbers, or by the time at which they were allocated, the oldest first. */
export function queryEsims(shop: Shop, body: Body) {
  const { pageNum, pageSize } = readPager(body);
  const esims = selectEsims(shop, body, pageNum);
  const state = shop.journal.state();
  const page = esims.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  return {
    esimList: page.map((esim) => toWireEsim(esim, state.orders.get(esim.orderNo)!)),
    pager: { pageSize, pageNum, total: esims.length },
  };
}

function readPager(body: Body): { pageNum: number; pageSize: number } {
  const { pager } = body;
  if (pager === undefined) return refuse("000105", "pager");
  if (typeof pager !== "object" || pager === null) return refuse("000106", "pager");
  return {
    pageNum: readWhole(pager as Body, "pageNum", 1, 10_000),
    pageSize: readWhole(pager as Body, "pageSize", 5, 500),
  };
}

function selectEsims(shop: Shop, body: Body, pageNum: number): Esim[] {
  const state = shop.journal.state();
  const orderNo = readOptionalText(body, "orderNo");
  if (orderNo) {
    const order = state.orders.get(orderNo) ?? refuse("310272");
    return order.isAllocated ? order.esims : refuse("200010");
  }
  const esimTranNo = readOptionalText(body, "esimTranNo");
  const iccid = readOptionalText(body, "iccid");
  if (esimTranNo || iccid)
    return [(esimTranNo ? state.esims.get(esimTranNo) : state.byIccid.get(iccid!)) ?? refuse("310403")];
  return searchWindow(shop, state, readTime(body, "startTime"), readTime(body, "endTime"), pageNum);
}

/** An order that is to be found only later stays out of sight; each search brings it nearer, its further pages do not. */
function searchWindow(shop: Shop, state: State, from: string, to: string, pageNum: number): Esim[] {
  const hidden = [...state.hidden]
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .map(({ orderNo }) => orderNo);
  const unseen = new Set(hidden);
  const found = [...state.esims.values()].filter(
    ({ createdAt, orderNo }) => createdAt >= from && createdAt <= to && !unseen.has(orderNo),
  );
  if (hidden.length > 0 && pageNum === 1) shop.journal.append({ type: "searched", orderNos: hidden });
  return found;
}

/** ISO 8601; without an offset it is UTC. */
function readTime(body: Body, name: string): string {
  const text = readOptionalText(body, name) ?? refuse("000105", name);
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text);
  const offset = match?.[2]?.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2") ?? "Z";
  const time = Date.parse(`${match?.[1]}${offset}`);
  return Number.isNaN(time) ? refuse("000106", name) : new Date(time).toISOString();
}

const MAX_USAGE_ESIMS = 10;

export function queryUsage(shop: Shop, body: Body) {
  const list = body.esimTranNoList;
  if (list === undefined) return refuse("000105", "esimTranNoList");
  if (!Array.isArray(list)) return refuse("000106", "esimTranNoList");
  if (list.length === 0 || list.length > MAX_USAGE_ESIMS) return refuse("000107", "esimTranNoList");
  const { esims } = shop.journal.state();
  return {
    esimUsageList: list.flatMap((esimTranNo: unknown) => {
      const esim = esims.get(String(esimTranNo));
      return esim
        ? [
            {
              esimTranNo: esim.esimTranNo,
              dataUsage: esim.orderUsage,
              totalData: esim.totalVolume,
              lastUpdateTime: wireTime(esim.usageAt),
            },
          ]
        : [];
    }),
  };
}
