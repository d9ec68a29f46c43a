import type { StaffApi } from "./measure.ts";

type Search = Record<string, unknown>;

/** Something of the portal that is asked for, and what it is asked for with. */
export type List = { name: string; ask(api: StaffApi, search: Search): Promise<unknown>; searches: Search[] };

export type Known = Record<"orderId" | "entryId" | "requestId" | "deliveryId" | "auditId", number> &
  Record<"iccid" | "imsi" | "eid" | "keyPrefix", string>;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** The last week, a week of the first year, and a day before there was anything. */
const PERIODS = { from: [day(7), day(340)], to: [day(0), day(333), day(4_000)] };

/** One traveller, nobody, what all addresses have in them, and less than an index has. */
const MAILS = ["5001@mail", "nobody@mail", "mail.example", "rav", "a@"];

/** Every list with every filter; `never` is a value that nothing has. */
export const listsOf = (known: Known): List[] => [
  {
    name: "orders",
    ask: (api, search) => api.orders.list(search as Parameters<StaffApi["orders"]["list"]>[0]),
    searches: combined({
      q: [`B2B-${known.orderId}`, "shop-", "shop-7", "shop-50001", "never", known.iccid],
      status: ["delivered", "failed", "queued", "refunded"],
      package: ["volume-2", "volume-2999", "never"],
      country: ["TR", "IS", "ZZ"],
      before: [known.orderId],
      ...PERIODS,
    }),
  },
  {
    name: "eSIMs",
    ask: (api, search) => api.esims.list(search as Parameters<StaffApi["esims"]["list"]>[0]),
    searches: combined({
      q: [known.iccid, known.imsi, known.eid, `B2B-${known.orderId}`, "never"],
      status: ["activated", "expired", "suspended", "provisioning"],
      provider: ["esimaccess", "esimgo", "never"],
      order: ["expiry", "oldest"],
      before: [40_000],
    }),
  },
  {
    name: "sales",
    ask: (api, search) => api.sales.list(search as Parameters<StaffApi["sales"]["list"]>[0]),
    searches: combined({
      q: [...MAILS, "K3M2P-Q97HX"],
      status: ["delivered", "failed"],
      refunded: ["true"],
      country: ["TR", "ZZ"],
      before: [5_000],
      ...PERIODS,
    }),
  },
  {
    name: "customers",
    ask: (api, search) => api.sales.customers(search as Parameters<StaffApi["sales"]["customers"]>[0]),
    searches: [{}, { order: "paid" }, ...MAILS.map((q) => ({ q }))],
  },
  {
    name: "ledger",
    ask: (api, search) => api.balance.ledger(search as Parameters<StaffApi["balance"]["ledger"]>[0]),
    searches: combined({
      type: ["deposit", "debit", "refund", "credit_adjustment", "adjustment"],
      before: [known.entryId],
      ...PERIODS,
    }),
  },
  {
    name: "deliveries",
    ask: (api, search) => api.webhooks.deliveries(search as Parameters<StaffApi["webhooks"]["deliveries"]>[0]),
    searches: combined({
      status: ["pending", "delivered", "retrying", "failed"],
      event: ["order.delivered", "order.failed", "topup.failed"],
      endpoint: ["1", "999"],
      search: [`evt_volume_${known.orderId}`, "never"],
      before: [known.deliveryId],
      ...PERIODS,
    }),
  },
  {
    name: "request log",
    ask: (api, search) => api.requests.list(search as Parameters<StaffApi["requests"]["list"]>[0]),
    searches: combined({
      search: [`req_${String(500_000).padStart(26, "0")}`, "never"],
      key: [known.keyPrefix, "never"],
      operation: ["POST /api/v1/orders", "GET /api/v1/never"],
      kind: ["refused"],
      method: ["GET", "POST"],
      address: ["203.0.113.7", "never"],
      idempotency: ["never"],
      code: ["validation_error", "insufficient_balance", "never"],
      before: [known.requestId],
      from: [day(1), day(60)],
      to: [day(0), day(59), day(4_000)],
    }),
  },
  {
    name: "audit log",
    ask: (api, search) => api.team.audit(search as Parameters<StaffApi["team"]["audit"]>[0]),
    searches: combined({
      area: ["key", "never"],
      search: ["person3", "subject-77", "never"],
      before: [known.auditId],
      ...PERIODS,
    }),
  },
  {
    name: "catalogue",
    ask: (api, search) => api.catalog.list(search as Parameters<StaffApi["catalog"]["list"]>[0]),
    searches: combined({
      q: ["TR", "5gb germny", "köln", "never"],
      country: ["TR"],
      type: ["local", "global"],
      data: ["1-5"],
      days: ["15-30"],
    }),
  },
  ...single(
    "search palette",
    [
      ...["B2B-1", "shop-50001", "op-5000", "never-1", "req_never", "hooks.example", "germny 5gb"],
      ...[known.iccid, known.iccid.slice(-6), known.iccid.slice(4, -1), "123123", known.imsi, known.eid],
      ...["traveller-5000", "5001@mail", "nobody@mail", "mail.example", "rav", "a@"],
    ],
    (api, text) => api.search.find(text),
  ),
  ...single("order", [`B2B-${known.orderId}`], (api, reference) =>
    Promise.all([api.orders.get({ reference }), api.orders.entries({ reference }), api.orders.events({ reference })]),
  ),
  ...single("eSIM", [known.iccid], (api, iccid) => Promise.all([api.esims.get({ iccid }), api.esims.usage({ iccid })])),
  ...single("overview", [""], (api) => Promise.all([api.overview.get(), api.overview.announcements()])),
  ...single("balance", [""], (api) => Promise.all([api.balance.get(), api.balance.alert(), api.balance.funding()])),
  ...single("API keys", [""], (api) => api.keys.list()),
  ...single("webhook endpoints", [""], (api) => api.webhooks.list()),
  ...single("failed deliveries since", [""], (api) =>
    api.webhooks.countSince({ id: 1, since: new Date(0), which: "failed" }),
  ),
  ...single("errors by code and operation", [""], (api) => api.requests.errors({ from: day(90) })),
  ...single("choices of the request log", [""], (api) => api.requests.choices()),
  ...single("request", [`req_${String(500_000).padStart(26, "0")}`], (api, id) => api.requests.get(id)),
];

const single = (name: string, texts: string[], ask: (api: StaffApi, text: string) => Promise<unknown>): List[] => [
  { name, ask: (api, { text }) => ask(api, String(text)), searches: texts.map((text) => ({ text })) },
];

/** Nothing, each value of each filter alone, and with every value of every other filter. */
function combined(filters: Record<string, unknown[]>): Search[] {
  const alone = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const pairs = alone.flatMap((a, i) =>
    alone.slice(i + 1).flatMap((b) => (a.name === b.name ? [] : [{ [a.name]: a.value, [b.name]: b.value }])),
  );
  return [{}, ...alone.map(({ name, value }) => ({ [name]: value })), ...pairs];
}
