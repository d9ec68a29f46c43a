import { onTestFinished } from "vitest";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { EsimRef, Exchange } from "#server/domain/catalogue/suppliers/port.ts";
import { money } from "#server/kernel/money.ts";
import { type Asked, type Canned, cannedSupplier } from "./canned-supplier.ts";

/** What eSIM Go's documents say it answers, with values of our own. */

export const KEY = "key-of-the-account";
export const REFERENCE = "5b0f3f2c-9f57-4d0e-8a39-1e6f0c7d2a11";
export const OTHER_REFERENCE = "c1d2e3f4-0a1b-4c2d-8e3f-778899001122";
export const BUNDLE = "esim_5GB_30D_TR_V2";

export const ESIM: EsimRef = {
  supplierEsimId: "8944500102198304826",
  iccid: "8944500102198304826",
  supplierReference: REFERENCE,
  createdAt: new Date("2026-05-04T10:00:10Z"),
};
export const ORDER = { reference: "T-1", supplierPackageId: BUNDLE, quantity: 1, unitCostUsd: money("4.5") };
export const TOPUP = {
  reference: "U-1",
  esim: ESIM,
  option: { code: BUNDLE, costUsd: money("4.5") },
  before: JSON.stringify([`${REFERENCE}-0`]),
};
export const SINCE = new Date("2026-05-04T10:00:00Z");

export const bundle = (more: object = {}) => ({
  name: BUNDLE,
  description: "eSIM, 5GB, 30 Days, Turkey, V2",
  groups: ["Standard Fixed"],
  countries: [{ name: "Turkey", region: "Europe", iso: "TR" }],
  dataAmount: 5_000,
  duration: 30,
  speed: ["2G", "3G", "4G", "5G"],
  autostart: true,
  unlimited: false,
  roamingEnabled: [{ name: "Turkey", region: "Europe", iso: "TR" }],
  price: 4.5,
  billingType: "FixedCost",
  ...more,
});

export const organisation = (more: object = {}) => ({
  organisations: [{ name: "Reseller Ltd", APIKey: KEY, currency: "USD", balance: 1_250.5, testCredit: 0, ...more }],
});

const line = (more: object = {}) => ({
  type: "bundle",
  item: BUNDLE,
  quantity: 1,
  subTotal: 4.5,
  pricePerUnit: 4.5,
  AllowReassign: false,
  ...more,
});

export const quote = (more: object = {}) => ({ order: [line()], total: 4.5, currency: "USD", valid: true, ...more });

export const install = (iccid = ESIM.iccid, more: object = {}) => ({
  iccid,
  matchingId: "QWERT-ASDFG-ZXCVB",
  smdpAddress: "rsp-0012.supplier.example",
  ...more,
});

export const order = (more: object = {}, lineMore: object = {}) => ({
  order: [line({ iccids: [ESIM.iccid], esims: [install()], ...lineMore })],
  total: 4.5,
  currency: "USD",
  status: "completed",
  statusMessage: "Order completed: 1 eSIM assigned",
  orderReference: REFERENCE,
  createdDate: "2026-05-04T10:00:05.123Z",
  assigned: true,
  sourceIP: "198.51.100.7",
  runningBalance: 1_246,
  ...more,
});

export const details = (more: object = {}) => ({
  ...install(),
  pin: "1111",
  puk: "22222222",
  profileStatus: "Released",
  firstInstalledDateTime: 0,
  customerRef: "",
  state: "active",
  ...more,
});

export const GB = 1_000_000_000;

export const assignment = (more: object = {}) => ({
  id: "215009266",
  callTypeGroup: "data",
  initialQuantity: 5 * GB,
  remainingQuantity: 5 * GB,
  assignmentDateTime: "2026-05-04T10:00:06.34523Z",
  assignmentReference: `${REFERENCE}-0`,
  bundleState: "queued",
  unlimited: false,
  ...more,
});

export const applied = (...assignments: object[]) => ({
  bundles: [{ name: BUNDLE, description: "eSIM, 5GB, 30 Days, Turkey, V2", assignments }],
});

export const refusal = (status: number, message: string): Canned => ({ status, text: JSON.stringify({ message }) });

type Answers = Record<string, Canned | ((asked: Asked) => Canned)>;

/** Answers by method and path, without the query unless it is named. What is not among them is a fault of the test. */
export async function connect(answers: Answers, { refunds = true } = {}) {
  const supplier = await cannedSupplier((asked) => {
    const [path = ""] = asked.path.replace("/v2.5/", "").split("?");
    const canned = answers[`${asked.method} ${asked.path.replace("/v2.5/", "")}`] ?? answers[`${asked.method} ${path}`];
    return (typeof canned === "function" ? canned(asked) : canned) ?? "cut";
  });
  onTestFinished(supplier.close);
  const exchanges: Exchange[] = [];
  const adapter = esimGo({ url: supplier.url, apiKey: KEY, refunds }, (exchange) => exchanges.push(exchange));
  return {
    adapter,
    exchanges,
    asked: supplier.asked,
    /** `GET orders/…`, in order. */
    calls: () => supplier.asked.map(({ method, path }) => `${method} ${path.replace("/v2.5/", "")}`),
    bodies: () => supplier.asked.flatMap(({ text }) => (text ? [JSON.parse(text) as unknown] : [])),
  };
}

/** Nothing at the supplier belongs to an order of ours yet, or only these. */
export const linkedTo =
  (...references: string[]) =>
  async (asked: string[]) =>
    new Set(asked.filter((reference) => references.includes(reference)));
