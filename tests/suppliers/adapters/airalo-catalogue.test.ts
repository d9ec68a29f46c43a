import { expect, test } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import type { Canned } from "#tests/support/canned-supplier.ts";
import { connect, ok } from "./airalo-canned.ts";

overrideEnv({ timeScale: 0.05 });

const item = (more: object = {}) => ({
  id: "hola-30days-3gb",
  type: "sim",
  price: 11.5,
  net_price: 6.5,
  amount: 3072,
  day: 30,
  is_unlimited: false,
  title: "3 GB - 30 Days",
  data: "3 GB",
  prices: { net_price: { USD: 6.5, EUR: 6.1 }, recommended_retail_price: { USD: 12, EUR: 11 } },
  ...more,
});

const operator = (packages: unknown, more: object = {}) => ({
  id: 12,
  type: "local",
  title: "Hola",
  plan_type: "data",
  activation_policy: "first-usage",
  is_kyc_verify: false,
  rechargeability: true,
  install_window_days: 90,
  coverages: [
    {
      code: "ES",
      name: "Spain",
      networks: [
        { name: "Movistar", types: ["5G", "LTE"] },
        { name: "Orange", types: ["LTE"] },
      ],
    },
  ],
  countries: [{ country_code: "ES", title: "Spain" }],
  packages,
  ...more,
});

const spain = (operators: unknown, more: object = {}) => ({
  slug: "spain",
  country_code: "ES",
  title: "Spain",
  operators,
  ...more,
});

async function read(...pages: unknown[]) {
  const answer = ({ path }: { path: string }): Canned => {
    const page = Number(new URL(path, "http://x").searchParams.get("page"));
    return ok(pages[page - 1], { current_page: page, last_page: pages.length, total: 2 });
  };
  const { adapter, asked } = await connect(answer);
  return { listed: await adapter.listPackages(), asked: asked() };
}

const readOne = async (more: object, place: object = {}, ofOperator: object = {}) => {
  const { listed } = await read([spain([operator([item(more)], ofOperator)], place)]);
  if (listed.kind !== "done") throw new Error(listed.message);
  return listed;
};

test("a package is read in our units, at its net price, with its operators and what it covers", async () => {
  const { packages, refused } = await readOne({});
  expect(refused).toEqual([]);
  const [{ costUsd, suggestedRetailUsd, ...rest } = {} as never] = packages;
  expect([String(costUsd), String(suggestedRetailUsd)]).toEqual(["6.5", "12"]);
  expect(rest).toEqual({
    supplierPackageId: "hola-30days-3gb",
    name: "Spain 3 GB - 30 Days",
    type: "local",
    coverage: ["ES"],
    dataMb: 3072,
    unlimited: false,
    perDay: false,
    durationDays: 30,
    validityDays: 90,
    networkType: "4G/5G",
    speed: "5G",
    operators: [
      { country: "ES", name: "Movistar" },
      { country: "ES", name: "Orange" },
    ],
    hotspot: null,
    activation: "first_connection",
    topupSupported: true,
  });
});

test("numbers that come as strings are the same numbers", async () => {
  const { packages, refused } = await readOne({ price: "11.50", net_price: "6.50", amount: "3072", day: "30" });
  expect(refused).toEqual([]);
  expect(packages[0]).toMatchObject({ dataMb: 3072, durationDays: 30 });
  expect(String(packages[0]!.costUsd)).toBe("6.5");
});

test("unlimited has no volume; installation and missing top-ups are told", async () => {
  const { packages } = await readOne(
    { is_unlimited: true, amount: 0 },
    {},
    {
      activation_policy: "installation",
      rechargeability: false,
      install_window_days: null,
    },
  );
  expect(packages[0]).toMatchObject({ unlimited: true, dataMb: 0, activation: "install", topupSupported: false });
  expect(packages[0]!.validityDays).toBe(180);
});

test.each([
  ["a place of several countries is a region", { slug: "benelux", country_code: "" }, ["NL", "BE"], "regional"],
  ["the world is global", { slug: "world", country_code: "" }, ["NL", "BE"], "global"],
  ["a country keeps its own code first", { slug: "spain", country_code: "ES" }, ["AD", "ES"], "local"],
  ["codes of parts of countries are left out", { slug: "canaries", country_code: "" }, ["ES-CN", "ES"], "local"],
] as const)("%s", async (_, place, codes, type) => {
  const coverages = codes.map((code) => ({ code, name: code, networks: [] }));
  const { packages } = await readOne({}, place, { coverages });
  expect(packages[0]).toMatchObject({ type });
  expect(packages[0]!.coverage).toEqual(place.country_code ? ["ES", "AD"] : codes.filter((code) => code.length === 2));
});

test("top-ups and plans with calls are passed over without a complaint", async () => {
  const { listed } = await read([
    spain([
      operator([item(), item({ id: "hola-30days-3gb-topup", type: "topup" })]),
      operator([item({ id: "talk" })], { plan_type: "data-voice-text" }),
    ]),
  ]);
  expect(listed).toMatchObject({ kind: "done", refused: [] });
  expect(listed.kind === "done" && listed.packages.map(({ supplierPackageId }) => supplierPackageId)).toEqual([
    "hola-30days-3gb",
  ]);
});

test("further pages are read too, although their list is an object with numbers for keys", async () => {
  const { listed, asked } = await read([spain([operator([item()])])], {
    "1": spain({ "0": operator({ "0": item({ id: "second" }) }) }),
  });
  expect(listed.kind === "done" && listed.packages.map(({ supplierPackageId }) => supplierPackageId)).toEqual([
    "hola-30days-3gb",
    "second",
  ]);
  expect(asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
    "GET /v2/packages",
    "GET /v2/packages",
  ]);
  expect(asked[0]!.path).toContain("include=topup");
  expect(asked[0]!.header("accept")).toBe("application/json");
});

test.each([
  ["a price of 0", { net_price: 0 }],
  ["a price below 0", { net_price: -6.5 }],
  ["a price that is a word", { net_price: "free" }],
  ["another currency", { currency: "EUR" }],
  ["prices in other currencies only", { prices: { net_price: { EUR: 6.5 } } }],
  ["two prices that contradict each other", { prices: { net_price: { USD: 7.1 } } }],
  ["no price", { net_price: null, prices: null }],
  ["no volume", { amount: 0 }],
  ["a volume below 0", { amount: -1 }],
  ["no days", { day: 0 }],
  ["a part of a day", { day: 0.5 }],
  ["no id", { id: "" }],
] as const)("a package with %s is refused and named, the others are taken", async (_, more) => {
  const { listed } = await read([spain([operator([item(more), item({ id: "good" })])])]);
  if (listed.kind !== "done") throw new Error(listed.message);
  expect(listed.packages.map(({ supplierPackageId }) => supplierPackageId)).toEqual(["good"]);
  expect(listed.refused).toHaveLength(1);
  expect(listed.refused[0]).toContain("id" in more ? "id" : "hola-30days-3gb");
});

test("what is broken above the packages is refused and named, and nothing beside it", async () => {
  const { listed } = await read([
    null,
    7,
    { slug: "nowhere" },
    spain([null, { title: "Half" }, operator([null, "x", item()])]),
    spain([operator([item({ id: "lost" })], { coverages: [], countries: [] })], { slug: "void", country_code: "" }),
  ]);
  if (listed.kind !== "done") throw new Error(listed.message);
  expect(listed.packages.map(({ supplierPackageId }) => supplierPackageId)).toEqual(["hola-30days-3gb"]);
  expect(listed.refused).toHaveLength(8);
  expect(listed.refused.join("\n")).toMatch(/nowhere: .*spain Half: .*lost: it covers no country/s);
});

test("a page that cannot be read leaves the whole catalogue unknown", async () => {
  expect((await read([spain([operator([item()])])], "nonsense")).listed).toMatchObject({ kind: "unknown" });
});

test.each([
  ["local", "filter%5Btype%5D=local&filter%5Bcountry%5D=ES"],
  ["regional", "filter%5Btype%5D=global"],
] as const)("of a %s package only what stands beside it is asked for", async (type, query) => {
  const { adapter, asked } = await connect(() => ok([]));
  await adapter.listPackages({ supplierPackageId: "hola-30days-3gb", type, coverage: ["ES", "PT"] });
  expect(asked().map(({ path }) => path)).toEqual([expect.stringContaining(`/v2/packages?${query}&limit=`)]);
});
