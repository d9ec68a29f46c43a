import { describe, expect, test } from "vitest";
import { withdrawPackage } from "#server/domain/catalogue/catalog/index.ts";
import { pinRate, setAccountMarkup } from "#server/domain/catalogue/pricing/index.ts";
import { setSupplierOpen } from "#server/domain/catalogue/suppliers/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { dataOf, direct } from "#tests/support/api.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

type Item = {
  id: number;
  package_id: string;
  data: { mb: number; unlimited: boolean };
  duration_days: number;
  price: number;
};

const { code } = await newAccount({ markup: 25 });
const key = await newKey(code);
const get = async (path: string) => dataOf(await direct.send({ method: "GET", path, key }));
const refused = async (path: string) => (await direct.send({ method: "GET", path, key })).json.error;

const tr5 = await newPackage({ code: "t-TR-5", country: "TR", dataMb: 5120, days: 30, costUsd: 4 });
const tr10 = await newPackage({ code: "t-TR-10", country: "TR", dataMb: 10240, days: 30, costUsd: 7 });
const de1 = await newPackage({ code: "t-DE-1", country: "DE", dataMb: 1024, days: 7, costUsd: 1.2 });
const europe = await newPackage({ code: "t-EU-3", dataMb: 3072, days: 15, costUsd: 5 });
const endless = await newPackage({ code: "t-FR-U", country: "FR", dataMb: 0, days: 10, costUsd: 20 });
const daily = await newPackage({ code: "t-CI-D", country: "CI", dataMb: 1024, days: 5, costUsd: 3 });
await database().query(
  sql`update packages set type = 'regional', country_code = null, region_code = 'europe', coverage = '{TR,DE,FR}', product_key = 'regional:europe:3072mb:15d' where id = ${europe.id}`,
);
await database().query(sql`update packages set unlimited = true where id = ${endless.id}`);
await database().query(
  sql`update packages set per_day = true, region_code = 'africa', product_key = (select product_key from packages where id = ${de1.id}), is_variant = true where id = ${daily.id}`,
);

describe("GET /packages filters by", () => {
  test.each([
    ["country: local packages and wider ones that cover it", "country=tr", [tr5, tr10, europe]],
    ["region code", "region=africa", [daily]],
    ["region name", "region=Africa", [daily]],
    ["type", "type=regional", [europe]],
    ["text in the name of a country it covers", "q=TÜRK", [tr5, tr10, europe]],
    ["text in the package code, without regard to case", "q=t-de", [de1]],
    ["text without diacritics", "q=cote", [daily]],
    ["least data", "min_data_mb=5000", [tr5, tr10]],
    ["most data, which unlimited passes not", "max_data_mb=1024", [de1, daily]],
    ["both bounds", "min_data_mb=2000&max_data_mb=6000", [tr5, europe]],
    ["least days", "min_days=30", [tr5, tr10]],
    ["most days", "max_days=7", [de1, daily]],
    ["unlimited only", "unlimited=true", [endless]],
    ["no unlimited", "unlimited=false&max_days=15", [de1, europe, daily]],
    ["main products only", "include_variants=false&max_days=7", [de1]],
    ["nothing that matches", "country=AQ", []],
  ])("%s", async (_name, query, expected) => {
    const { items, pagination } = await get(`/packages?${query}`);
    expect(items.map((item: Item) => item.id)).toEqual(expected.map(({ id }) => id));
    expect(pagination).toMatchObject({ has_more: false, next_cursor: null, total: expected.length });
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["limit=", "limit"],
    ["limit=1&limit=2", "limit"],
    ["cursor=-1", "cursor"],
    ["cursor=abc", "cursor"],
    ["country=TUR", "country"],
    ["type=city", "type"],
    ["unlimited=yes", "unlimited"],
    ["min_days=1.5", "min_days"],
    ["min_data_mb=1e3", "min_data_mb"],
    ["updated_since=yesterday", "updated_since"],
    ["updated_since=2026-02-30", "updated_since"],
    ["updated_since=2026-13-01T00:00:00Z", "updated_since"],
    [`q=${"x".repeat(101)}`, "q"],
    // Latin-1, and a letter of which the end is missing.
    ["q=T%FCrkei", "q"],
    ["region=%E2%82", "region"],
  ])("nothing when %s is wrong, and names the field", async (query, field) => {
    expect(await refused(`/packages?${query}`)).toMatchObject({
      code: "validation_error",
      details: { field },
      message: expect.stringContaining(field),
    });
  });
});

describe("GET /packages", () => {
  test("pages by cursor, with the total on the first page only", async () => {
    const seen: number[] = [];
    let cursor: number | null = 0;
    for (let page = 0; cursor !== null; page++) {
      const { items, pagination }: { items: Item[]; pagination: { next_cursor: number | null; total?: number } } =
        await get(`/packages?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...items.map(({ id }) => id));
      expect("total" in pagination).toBe(page === 0);
      cursor = pagination.next_cursor;
    }
    expect(seen).toEqual([tr5, tr10, de1, europe, endless, daily].map(({ id }) => id));
  });

  test("gives compatibility fields that equal the current ones, and never the supplier's cost", async () => {
    const item = await get("/packages/t-TR-5");
    expect(item).toMatchObject({
      price: 5,
      reseller_price: 5,
      retail_price: item.recommended_retail_price,
      data_amount: item.data.amount,
      data_amount_mb: item.data.mb,
      network_type: item.network.type,
    });
    expect(item.data).toEqual({ amount: "5 GB", mb: 5120, unlimited: false, per_day: false });
    expect(JSON.stringify(await get("/packages"))).not.toMatch(/cost/i);
  });

  test("knows what changed since a moment: packages, price rules and rates", async () => {
    const later = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Date().toISOString();
    };
    const start = await later();
    expect((await get(`/packages?updated_since=${start}`)).items).toEqual([]);
    await database().query(sql`update packages set name = name || '!', changed_at = now() where id = ${tr5.id}`);
    const changed = (await get(`/packages?updated_since=${start}`)).items;
    expect(changed.map(({ id }: Item) => id)).toEqual([tr5.id]);
    const second = await later();
    await setAccountMarkup(system(), code, money(50));
    const repriced = (await get(`/packages?updated_since=${encodeURIComponent(second)}`)).items;
    expect(repriced).toHaveLength(6);
    expect(repriced[0].price).toBe(6);
    await setAccountMarkup(system(), code, money(25));
    for (const time of [
      "2026-01-01",
      "2026-01-01T00:00",
      "2026-01-01T00:00:00.123456Z",
      "2026-01-01 00:00:00",
      "2026-01-01T00:00:00%2B02",
      "2026-01-01T00:00:00-0330",
    ])
      expect((await get(`/packages?updated_since=${time}`)).items, time).toHaveLength(6);
    // A blank where a plus was meant.
    expect(
      (await direct.send({ method: "GET", path: "/packages?updated_since=2026-01-01T00:00:00+00:00", key })).status,
    ).toBe(200);
  });
});

describe("GET /packages/{id}", () => {
  test("takes the code and the numeric id", async () => {
    expect((await get(`/packages/${tr5.id}`)).package_id).toBe("t-TR-5");
    expect((await get("/packages/t-TR-5")).id).toBe(tr5.id);
  });

  test("answers a withdrawn code with what replaced it, along the chain; other uses of the code fail", async () => {
    const [first, second, third] = [
      await newPackage({ code: "chain-1" }),
      await newPackage({ code: "chain-2" }),
      await newPackage({ code: "chain-3" }),
    ];
    await withdrawPackage(system(), "chain-1", "chain-2");
    await withdrawPackage(system(), "chain-2", "chain-3");
    expect(await get("/packages/chain-1")).toMatchObject({ package_id: "chain-3", replaced_package_id: "chain-1" });
    expect(await get(`/packages/${second.id}`)).toMatchObject({ id: third.id, replaced_package_id: "chain-2" });
    expect("replaced_package_id" in (await get("/packages/chain-3"))).toBe(false);
    await withdrawPackage(system(), "chain-3");
    expect(await refused(`/packages/${first.id}`)).toMatchObject({ code: "package_not_found" });
    const quote = await direct.send({ method: "POST", path: "/quotes", key, body: { package_id: "chain-1" } });
    expect(quote.json.error.code).toBe("package_not_found");
  });
});

describe("places", () => {
  test("are derived from what is on sale", async () => {
    const countries = (await get("/countries")).items;
    expect(countries.find(({ code: country }: { code: string }) => country === "TR")).toEqual({
      code: "TR",
      name: "Türkiye",
      package_count: 2,
      min_retail_price: "6.50",
    });
    expect((await get("/regions")).items).toEqual([
      { code: "europe", name: "Europe", type: "regional", package_count: 1, max_coverage: 3 },
    ]);
  });
});

describe("a quote", () => {
  const quote = async (body: object, own = key) => direct.send({ method: "POST", path: "/quotes", key: own, body });

  test("shows price, rate and funds, and what is missing", async () => {
    await pinRate(system(), { currency: "EUR", rate: money("0.9"), verified: true, ageMs: 0 });
    const account = await newAccount({ currency: "EUR", wallet: 10, markup: 25 });
    const got = dataOf(await quote({ package_id: "t-TR-5", quantity: 3 }, await newKey(account.code, "live")));
    expect(got).toMatchObject({
      quote_id: expect.stringMatching(/^qt_[0-9A-Z]{26}$/),
      environment: "live",
      quantity: 3,
      unit_price: 4.5,
      total_amount: 13.5,
      currency: "EUR",
      pricing: { base_currency: "USD", base_unit_price: 5, fx_rate: 0.9 },
      funds: {
        available_to_spend: 10,
        sufficient: false,
        shortfall: 3.5,
        credit_enabled: false,
        credit_status: "none",
        charged_on_order: true,
      },
    });
    expect(Date.parse(got.expires_at) - Date.now()).toBeGreaterThan(290_000);
  });

  test.each([
    [{}, "package_id"],
    [{ package_id: 5 }, "package_id"],
    [{ package_id: "" }, "package_id"],
    [{ package_id: "t-TR-5", quantity: 0 }, "quantity"],
    [{ package_id: "t-TR-5", quantity: 51 }, "quantity"],
    [{ package_id: "t-TR-5", quantity: 1.5 }, "quantity"],
    [{ package_id: "t-TR-5", quantity: "2" }, "quantity"],
    [{ package_id: "t-TR-5", quantity: null }, "quantity"],
    [{ package_id: "t-TR-5", amount: 1 }, "amount"],
  ])("is refused for %j and names the field", async (body, field) => {
    expect((await quote(body)).json.error).toMatchObject({ code: "validation_error", details: { field } });
  });

  test("is refused while the supplier is closed, and possible again at once when it opens", async () => {
    await setSupplierOpen(system(), "esimaccess", false);
    expect((await quote({ package_id: "t-TR-5" })).json.error.code).toBe("supplier_unavailable");
    await setSupplierOpen(system(), "esimaccess", true);
    expect((await quote({ package_id: "t-TR-5" })).status).toBe(200);
  });
});

test("without a usable rate there is no price and no sale, and USD is not affected", async () => {
  const account = await newAccount({ currency: "GBP", wallet: 100 });
  const [own, live] = [await newKey(account.code), await newKey(account.code, "live")];
  const sale = (packageId: string) => ({
    method: "POST",
    path: "/orders",
    key: live,
    headers: { "Idempotency-Key": packageId },
    body: { package_id: packageId },
  });
  const attempts = [
    { method: "GET", path: "/packages", key: own },
    { method: "GET", path: "/packages/t-TR-5", key: own },
    { method: "GET", path: "/countries", key: own },
    { method: "POST", path: "/quotes", key: own, body: { package_id: "t-TR-5" } },
    sale("t-TR-5"),
  ];
  for (const attempt of attempts)
    expect((await direct.send(attempt)).json.error?.code, attempt.path).toBe("fx_unavailable");
  await pinRate(system(), { currency: "GBP", rate: money("0.8"), verified: false, ageMs: 0 });
  for (const attempt of attempts) expect((await direct.send(attempt)).json.error?.code).toBe("fx_unavailable");
  await pinRate(system(), { currency: "GBP", rate: money("0.8"), verified: true, ageMs: 49 * 3_600_000 });
  for (const attempt of attempts) expect((await direct.send(attempt)).json.error?.code).toBe("fx_unavailable");
  expect(dataOf(await direct.send({ method: "GET", path: "/account/balance", key: live })).can_purchase).toBe(false);
  await pinRate(system(), { currency: "GBP", rate: money("0.8"), verified: true, ageMs: 0 });
  for (const attempt of attempts) expect((await direct.send(attempt)).status).toBe(200);
  expect((await direct.send({ method: "GET", path: "/packages", key })).status).toBe(200);
});

describe("an answer about the catalogue", () => {
  const read = (path: string, etag?: string, by = key) =>
    direct.send({ method: "GET", path, key: by, ...(etag && { headers: { "If-None-Match": etag } }) });

  test.each(["/packages?limit=2", "/packages/t-TR-5", "/countries", "/regions", "/meta/capabilities"])(
    "%s is not sent again to who has it, and is as soon as it is another one",
    async (path) => {
      const { status, headers, json } = await read(path);
      expect([status, headers["cache-control"]]).toEqual([200, "private, no-cache"]);
      const etag = headers.etag!;
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      for (const held of [etag, `"x", ${etag}`, etag.replace("W/", ""), "*"]) {
        const again = await read(path, held);
        expect([again.status, again.json, again.headers.etag], held).toEqual([304, null, etag]);
        expect(Number(again.headers["x-ratelimit-remaining"])).toBeGreaterThanOrEqual(0);
      }
      const other = await read(path, 'W/"another"');
      expect([other.status, other.json.data]).toEqual([200, json.data]);
    },
  );

  test("has another name after a price moved, and for who pays another price", async () => {
    const before = (await read("/packages/t-TR-5")).headers.etag!;
    const other = await newAccount({ markup: 40 });
    expect((await read("/packages/t-TR-5", before, await newKey(other.code))).status).toBe(200);
    await setAccountMarkup(system(), code, money("26"));
    const after = await read("/packages/t-TR-5", before);
    expect(after.status).toBe(200);
    await setAccountMarkup(system(), code, money("25"));
    expect(after.headers.etag).not.toBe(before);
  });

  test("is nothing to who may not have it: a key without the scope is refused, whatever it holds", async () => {
    const { headers } = await read("/packages/t-TR-5");
    const poor = await newKey(code, "test", ["orders:read"]);
    expect((await read("/packages/t-TR-5", headers.etag, poor)).status).toBe(403);
    expect((await read("/packages/t-TR-5", "*", "svc_test_none")).status).toBe(401);
  });

  test("orders and everything else have none, and are kept by nobody", async () => {
    const { status, headers } = await read("/orders", "*");
    expect([status, headers.etag, headers["cache-control"]]).toEqual([200, undefined, "no-store"]);
  });
});
