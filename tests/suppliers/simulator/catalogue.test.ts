import { expect, test } from "vitest";
import { BASE_PACKAGES, listTopups, TOPUP_PACKAGES } from "#server/simulator/esimaccess/catalogue.ts";
import { simulate } from "./simulation.ts";

const placesOf = ({ location }: { location: string }) => location.split(",");
const local = BASE_PACKAGES.filter((item) => placesOf(item).length === 1);
const wide = BASE_PACKAGES.filter((item) => placesOf(item).length > 1);

test("there are enough packages of every kind", () => {
  expect(BASE_PACKAGES.length).toBeGreaterThanOrEqual(360);
  for (const dataType of [1, 2, 3, 4])
    expect(BASE_PACKAGES.filter((item) => item.dataType === dataType).length).toBeGreaterThan(20);
  for (const support of [1, 2, 3])
    expect(BASE_PACKAGES.filter((item) => item.supportTopUpType === support).length).toBeGreaterThan(20);
});

test("at least 70 countries have local packages, and each is covered by a wider one too", () => {
  const countries = new Set(local.map(({ location }) => location));
  const covered = new Set(wide.flatMap(placesOf));
  expect(countries.size).toBeGreaterThanOrEqual(70);
  expect([...countries].filter((code) => !covered.has(code))).toEqual([]);
});

test("every region is sold in two sizes or more, and the world too", () => {
  const prefixes = new Set(wide.map(({ slug }) => slug.split("_")[0]!));
  for (const region of ["EU", "AS", "ME", "AF", "NA", "CB", "LA", "OC", "GL"])
    expect([...prefixes].filter((prefix) => prefix.startsWith(`${region}-`)).length).toBeGreaterThanOrEqual(2);
  for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z]{2}-\d+$/);
  for (const item of wide) expect(item.slug.split("_")[0]!.split("-")[1]).toBe(String(placesOf(item).length));
});

test("codes and slugs are unique, prices plausible, every covered country has operators", () => {
  expect(new Set(BASE_PACKAGES.flatMap(({ packageCode, slug }) => [packageCode, slug])).size).toBe(
    2 * BASE_PACKAGES.length,
  );
  for (const item of BASE_PACKAGES) {
    expect(Number.isInteger(item.price) && Number.isInteger(item.volume)).toBe(true);
    expect(item.price).toBeGreaterThanOrEqual(3_000);
    expect(item.price).toBeLessThan(1_000_000);
    expect(item.retailPrice).toBeGreaterThan(item.price);
    expect(item.locationNetworkList.map(({ locationCode }) => locationCode)).toEqual(placesOf(item));
    expect(item.locationNetworkList.every(({ operatorList }) => operatorList.length > 0)).toBe(true);
  }
});

test("some products are sold twice, on other operators", () => {
  const [first, second] = ["TR_5_30", "TR_5_30_B"].map((slug) => BASE_PACKAGES.find((item) => item.slug === slug)!);
  expect([first!.name, first!.volume, first!.duration]).toEqual([second!.name, second!.volume, second!.duration]);
  expect(first!.name).toBe("Türkiye 5GB 30Days");
  expect(first!.locationNetworkList).not.toEqual(second!.locationNetworkList);
});

test("a larger plan of the same place and length is never cheaper", () => {
  for (const item of BASE_PACKAGES)
    for (const other of BASE_PACKAGES)
      if (
        item.location === other.location &&
        item.dataType === 1 &&
        other.dataType === 1 &&
        item.duration === other.duration &&
        item.volume < other.volume
      )
        expect(item.price, `${item.slug} and ${other.slug}`).toBeLessThan(other.price);
});

test("top-ups are for the same places, and there are none where none are supported", () => {
  expect(TOPUP_PACKAGES.every(({ packageCode }) => packageCode.startsWith("TOPUP_"))).toBe(true);
  for (const item of BASE_PACKAGES) {
    const topups = listTopups(item);
    expect(topups.length > 0).toBe(item.supportTopUpType !== 1);
    expect(topups.every(({ location }) => location === item.location)).toBe(true);
  }
});

test("the list is filtered by place, kind, code and eSIM, at the prices that hold", async () => {
  const { post, bought, control } = await simulate();
  const list = async (body: object) =>
    (await post("package/list", body)).obj!.packageList as (typeof BASE_PACKAGES)[number][];
  expect(await list({})).toEqual(BASE_PACKAGES);
  expect((await list({ locationCode: "TR" })).every(({ location }) => location === "TR")).toBe(true);
  expect((await list({ locationCode: "!GL" })).every(({ slug }) => slug.startsWith("GL-"))).toBe(true);
  expect(await list({ locationCode: "!RG" })).toHaveLength(wide.filter(({ slug }) => !slug.startsWith("GL-")).length);
  expect((await list({ dataType: 2 })).every(({ dataType }) => dataType > 1)).toBe(true);
  await control({ kind: "price", supplier: "esimaccess", supplierPackageId: "TR_5_30", usd: 2.9999 });
  const [moved] = await list({ packageCode: "TR_5_30" });
  expect(moved!.price).toBe(29_999);
  const [esim] = await bought("t");
  const topups = await list({ type: "TOPUP", iccid: esim!.iccid });
  expect(topups.length).toBeGreaterThan(3);
  expect(topups).toEqual(await list({ type: "TOPUP", slug: "TR_5_30" }));
  expect(await list({ type: "TOPUP", packageCode: topups[0]!.packageCode })).toEqual([topups[0]]);
  const locations = (await post("location/list", {})).obj!.locationList as { code: string; type: number }[];
  expect(locations).toContainEqual({ code: "TR", name: "Türkiye", type: 1, subLocationList: null });
  expect(locations.find(({ code }) => code === "EU-42")).toMatchObject({ type: 2, name: "Europe (42 areas)" });
});
