import { expect, test } from "vitest";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { type Asked, type Canned, cannedSupplier } from "#tests/support/canned-supplier.ts";
import { BUNDLE, bundle, connect, KEY, organisation, refusal } from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.05 });

const list = async (catalogue: Canned | ((asked: Asked) => Canned), account: object = organisation()) => {
  const connection = await connect({ "GET organisation": account, "GET catalogue": catalogue });
  return { ...connection, answer: await connection.adapter.listPackages() };
};

const packagesOf = async (...bundles: object[]) => {
  const { answer } = await list(bundles);
  if (answer.kind !== "done") throw new Error(answer.message);
  return answer.packages;
};

test("a bundle is read into our units: the supplier's 1,000 MB are the 1,024 MB that others call a gigabyte", async () => {
  expect(await packagesOf(bundle())).toEqual([
    {
      supplierPackageId: BUNDLE,
      name: "Turkey 5GB 30 Days",
      type: "local",
      coverage: ["TR"],
      dataMb: 5_120,
      unlimited: false,
      perDay: false,
      durationDays: 30,
      validityDays: 365,
      networkType: "2G/3G/4G/5G",
      speed: "5G",
      operators: [],
      hotspot: null,
      activation: "first_connection",
      topupSupported: true,
      costUsd: money("4.5"),
      suggestedRetailUsd: null,
    },
  ]);
  const sizes = await packagesOf(
    ...[1_000, 1_500, 10_000, 500, 100].map((dataAmount) => bundle({ name: `esim_${dataAmount}`, dataAmount })),
  );
  expect(sizes.map(({ dataMb }) => dataMb)).toEqual([1_024, 1_536, 10_240, 500, 100]);
});

test("what a bundle is sold for tells local, regional and global apart; a region is no country", async () => {
  const areas = ["AT", "DE", "FR"].map((iso) => ({ name: iso, region: "Europe", iso }));
  const packages = await packagesOf(
    bundle({ name: "a", countries: [{ name: "Europe+", region: "Europe", iso: "REUP" }], roamingEnabled: areas }),
    bundle({ name: "b", countries: [{ name: "Global", region: "Global", iso: "Global" }], roamingEnabled: areas }),
    bundle({ name: "c", countries: areas, roamingEnabled: [], description: null }),
    bundle({ name: "d", countries: [areas[0]], roamingEnabled: areas }),
    bundle({ name: "e", countries: [areas[0]], roamingEnabled: null, speed: null, autostart: null }),
  );
  expect(packages.map(({ type, coverage, name }) => [type, coverage.join(" "), name])).toEqual([
    ["regional", "AT DE FR", "Europe+ 5GB 30 Days"],
    ["global", "AT DE FR", "Global 5GB 30 Days"],
    ["regional", "AT DE FR", "AT, DE, FR 5GB 30 Days"],
    ["local", "AT DE FR", "AT 5GB 30 Days"],
    ["local", "AT", "AT 5GB 30 Days"],
  ]);
});

test("unlimited bundles have no size and are told apart by their family", async () => {
  const packages = await packagesOf(
    ...["UL", "ULE", "ULP"].map((family) =>
      bundle({ name: `esim_${family}_1D_TR_V2`, unlimited: true, dataAmount: -1, duration: 1 }),
    ),
  );
  expect(packages.map(({ name, unlimited, dataMb }) => [name, unlimited, dataMb])).toEqual([
    ["Turkey Unlimited Lite 1 Day", true, 0],
    ["Turkey Unlimited Essential 1 Day", true, 0],
    ["Turkey Unlimited Plus 1 Day", true, 0],
  ]);
});

test("each bundle that makes no sense is refused by name, and spoils no other", async () => {
  const broken = {
    free: { price: 0 },
    negative: { price: -4.5 },
    dear: { price: 1e9 },
    worded: { price: "4.50" },
    huge: { dataAmount: 1e12 },
    empty: { dataAmount: 0 },
    endless: { duration: 1e6 },
    nowhere: { countries: [], roamingEnabled: [] },
    elsewhere: { countries: [{ name: "Atlantis", region: "Sea", iso: "ATL" }], roamingEnabled: [] },
    shapeless: { countries: "TR" },
  };
  const { answer } = await list([
    ...Object.entries(broken).map(([name, fault]) => bundle({ ...fault, name })),
    bundle({ name: "with space" }),
    bundle({ name: "z\0" }),
    null,
    7,
    [[]],
    bundle(),
  ]);
  if (answer.kind !== "done") throw new Error(answer.message);
  expect(answer.packages.map(({ supplierPackageId }) => supplierPackageId)).toEqual([BUNDLE]);
  expect(answer.refused).toHaveLength(Object.keys(broken).length + 5);
  for (const name of Object.keys(broken))
    expect(answer.refused.some((line) => line.startsWith(`${name}: `))).toBe(true);
});

test("prices in another currency than ours are never taken for dollars", async () => {
  const { answer } = await list({ bundles: [bundle()] }, organisation({ currency: "GBP" }));
  expect(answer).toEqual({ kind: "done", packages: [], refused: [`${BUNDLE}: its price is in GBP`] });
});

test("the account's currency is asked for once, not with every catalogue", async () => {
  const { adapter, calls } = await list([bundle()]);
  await adapter.listPackages();
  expect(calls().filter((call) => call === "GET organisation")).toHaveLength(1);
});

test("without a readable account there is no catalogue", async () => {
  for (const account of [
    {},
    { organisations: [] },
    organisation({ currency: "Dollars" }),
    organisation({ balance: "much" }),
  ])
    expect((await list([bundle()], account)).answer.kind).toBe("unknown");
});

test("every page is read, whatever size the supplier gives them and whether or not it counts them", async () => {
  const names = Array.from({ length: 7 }, (_, n) => `esim_${n}`);
  const pageOf = (asked: Asked) => Number(new URL(asked.path, "http://x").searchParams.get("page"));
  const slice = (asked: Asked, size: number) =>
    names.slice((pageOf(asked) - 1) * size, pageOf(asked) * size).map((name) => bundle({ name }));
  const kinds: Record<string, (asked: Asked) => Canned> = {
    counted: (asked) => ({ bundles: slice(asked, 3), pageCount: 3, rows: 7, pageSize: 3 }),
    uncounted: (asked) => slice(asked, 2),
    "all at once, again and again": () => slice({ path: "/?page=1" } as Asked, 7),
  };
  for (const [kind, catalogue] of Object.entries(kinds)) {
    const { answer, calls } = await list(catalogue);
    expect(answer.kind === "done" && answer.packages.map(({ supplierPackageId }) => supplierPackageId), kind).toEqual(
      names,
    );
    expect(calls().length, kind).toBeLessThanOrEqual(6);
  }
});

test("half a catalogue is none: a page that fails fails the pull", async () => {
  const { answer } = await list((asked) =>
    asked.path.includes("page=1") ? { bundles: [bundle()], pageCount: 2 } : refusal(500, "try again"),
  );
  expect(answer.kind).toBe("unknown");
});

test("a list without an end is given up", async () => {
  let n = 0;
  const { answer, calls } = await list(() => [bundle({ name: `esim_${n++}` })]);
  expect(answer.kind).toBe("unknown");
  expect(calls().length).toBeLessThanOrEqual(102);
});

test("the balance is in dollars or not known, and the account's key is in no record", async () => {
  const known = await connect({ "GET organisation": organisation() });
  expect(await known.adapter.balance()).toEqual({ kind: "found", value: money("1250.5") });
  const single = await connect({ "GET organisation": { currency: "USD", balance: -3, apiKey: KEY } });
  expect(await single.adapter.balance()).toEqual({ kind: "found", value: money(-3) });
  const foreign = await connect({ "GET organisation": organisation({ currency: "EUR" }) });
  expect((await foreign.adapter.balance()).kind).toBe("unknown");
  const echo = await connect({ "GET organisation": refusal(403, `the key ${KEY} is not valid`) });
  expect((await echo.adapter.balance()).kind).toBe("unknown");
  const strange = await connect({ "GET organisation": { organisations: [{ APIKey: KEY }] } });
  await strange.adapter.balance();
  const records = [known, single, foreign, echo, strange].flatMap(({ exchanges }) => exchanges);
  expect(records).toHaveLength(5);
  expect(JSON.stringify(records)).not.toContain(KEY);
  expect(known.exchanges[0]).toMatchObject({
    operation: "balance",
    request: "GET /organisation",
    response: 'HTTP 200 {"currency":"USD","balance":1250.5}',
    outcome: "ok",
  });
  expect(known.asked[0]!.header("X-API-Key")).toBe(KEY);
});

test("the address may be given with its version or without", async () => {
  const { url, asked, close } = await cannedSupplier(() => organisation());
  for (const address of [url, `${url}/`, `${url}/v2.5`, `${url}/v2.5/`])
    await esimGo({ url: address, apiKey: KEY, refunds: false }, () => {}).balance();
  close();
  expect(asked.map(({ path }) => path)).toEqual(Array(4).fill("/v2.5/organisation"));
});

test("a single bundle is asked for by its name; one that is not sold any more is none", async () => {
  const near = { supplierPackageId: BUNDLE, type: "local" as const, coverage: ["TR"] };
  const look = async (answer: Canned) => {
    const { adapter } = await connect({
      "GET organisation": organisation(),
      [`GET catalogue/bundle/${BUNDLE}`]: answer,
    });
    return await adapter.listPackages(near);
  };
  expect(await look(bundle())).toMatchObject({ kind: "done", packages: [{ supplierPackageId: BUNDLE }] });
  expect(await look(refusal(400, `bundle ${BUNDLE} not found`))).toEqual({ kind: "done", packages: [], refused: [] });
});
