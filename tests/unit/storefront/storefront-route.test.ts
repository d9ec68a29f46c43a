import { describe, expect, test } from "vitest";
import {
  hostName,
  inLanguage,
  isOwnHost,
  storefrontPath,
  storefrontRoute,
} from "#server/domain/reseller/brand/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { withoutFramework } from "#server/process/without-framework.ts";
import { readStoreKey } from "#server/storefront/store-key.ts";

const shown = (route: ReturnType<typeof storefrontRoute>) =>
  route === null || route === "missing" ? route : { path: storefrontPath(route), cached: route.kind === "cached" };

test.each([
  ["/store/demo/en", { path: "/store/demo/en", cached: true }],
  ["/store/demo/en/country/tr", { path: "/store/demo/en/country/tr", cached: true }],
  ["/store/demo/en/checkout/x", { path: "/store/demo/en/checkout/x", cached: false }],
  ["/store/demo/en/order/abc", { path: "/store/demo/en/order/abc", cached: false }],
  ["/test-store/demo/de", { path: "/store/demo@test/de", cached: true }],
  ["/store/demo/zz", { path: "/store/demo/zz", cached: false }],
  ["/store/demo@test/en", "missing"],
  ["/store/demo%40test/en", "missing"],
  ["/store/demo~4f1c/en", "missing"],
  ["/store/shop.example.com/en", "missing"],
  ["/store", "missing"],
  ["/docs", null],
  ["/storefront", null],
  ["/preview/x", "missing"],
])("by path, %s leads to %j", (path, route) => {
  expect(shown(storefrontRoute(path, "service"))).toEqual(route);
});

test.each([
  ["/", { path: "/store/shop.example", cached: false }],
  ["/en", { path: "/store/shop.example/en", cached: true }],
  ["/en/package/a%2Fb", { path: "/store/shop.example/en/package/a%2Fb", cached: true }],
  ["/store/other/en", { path: "/store/shop.example/store/other/en", cached: false }],
  ["/live/balance", { path: "/store/shop.example/live/balance", cached: false }],
  ["/flags/tr.svg", null],
  ["/store-search.js", null],
])("on a reseller's domain, %s leads to %j: never to another's pages or to the portal", (path, route) => {
  expect(shown(storefrontRoute(path, { domain: "shop.example" }))).toEqual(route);
});

test.each([
  ["/store/demo/zz/xyz", "de-CH, en;q=0.5", "/store/demo/de/zz/xyz"],
  ["/store/demo/zz", "xx", "/store/demo/en/zz"],
  ["/store/demo/pt/xyz", "de", "/store/demo/pt/xyz"],
  ["/store/demo", "de", "/store/demo"],
  ["/store/demo/redeem", "de", "/store/demo/redeem"],
  ["/store/demo/logo", "de", "/store/demo/logo"],
  ["/store/demo/wp-login.php", "de", "/store/demo/wp-login.php"],
])("%s is told to who reads %s as %s", (path, accepted, told) => {
  const route = storefrontRoute(path, "service");
  expect(storefrontPath(inLanguage(route as Exclude<typeof route, "missing" | null>, accepted))).toBe(told);
});

test("a page in a currency is a page of its own, of the same storefront, and nobody asks for one by its address", () => {
  const route = storefrontRoute("/store/demo/en", "service");
  if (route === null || route === "missing") throw new Error("It is a storefront's.");
  const paths = [storefrontPath(route, "a1", "EUR"), storefrontPath(route, "a1", "JPY"), storefrontPath(route, "a1")];
  expect(new Set(paths).size).toBe(3);
  const keys = [...paths, storefrontPath(route, undefined, "EUR")].map((path) => readStoreKey(path.split("/")[2]!));
  expect(keys.map((key) => key?.currency)).toEqual(["EUR", "JPY", null, "EUR"]);
  expect(keys.every((key) => key?.base === "/store/demo")).toBe(true);
  for (const path of paths) expect(storefrontRoute(path, "service")).toBe("missing");
  expect(storefrontRoute("/store/demo~~EUR/en", "shops")).toBe("missing");
});

test("versions of a page are pages of their own, of the same storefront", () => {
  for (const [path, site] of [
    ["/store/demo/en", "service"],
    ["/test-store/demo/en/country/tr", "service"],
    ["/en/package/x", { domain: "shop.example" }],
  ] as const) {
    const route = storefrontRoute(path, site);
    if (route === null || route === "missing") throw new Error("It is a storefront's.");
    const [old, now] = [storefrontPath(route, "a1"), storefrontPath(route, "b2")];
    expect(old).not.toBe(now);
    const segment = (pathname: string) => readStoreKey(pathname.split("/")[2]!);
    expect(segment(old)).toEqual(segment(storefrontPath(route)));
    expect(segment(now)).toMatchObject({ address: route.address });
  }
});

describe("hosts", () => {
  test.each([
    ["Shop.Example.COM:8443", "shop.example.com"],
    ["shop.example.com.", "shop.example.com"],
    ["[::1]:3000", "[::1]"],
    [null, ""],
  ])("%j is the name %j", (header, name) => expect(hostName(header)).toBe(name));

  test("of shops have the previews and pictures of resellers, and the portal's has none of them", () => {
    overrideEnv({ shopsUrl: "https://shops.example.net" });
    for (const path of ["/pictures/x.png", "/brands/live/demo/logo.svg", "/preview/x/en", "/store/demo/en"])
      expect(storefrontRoute(path, "service")).toBe("missing");
    expect(storefrontRoute("/pictures/x.png", "shops")).toBeNull();
    expect(storefrontRoute("/pictures/x.png", { domain: "shop.example" })).toBeNull();
    overrideEnv({ shopsUrl: undefined });
  });

  test("of the service are its public name, this machine and addresses", () => {
    overrideEnv({ publicUrl: "https://esim.example.net" });
    for (const own of ["localhost", "esim.example.net", "127.0.0.1", "[::1]", "10.1.2.3"])
      expect(isOwnHost(own)).toBe(true);
    for (const other of ["shop.example.com", "localhost.evil.com", "esim.example.net.evil.com", "1.2.3.4.example"])
      expect(isOwnHost(other)).toBe(false);
  });
});

test.each([
  ["demo", { base: "/store/demo", environment: "live" }],
  ["demo%40test", { base: "/test-store/demo", environment: "test" }],
  ["shop.example.com", { base: "", environment: "live" }],
  ["shop.example.com@test", null],
  ["demo@live@x", null],
  ["%E0%A4%A", null],
  ["De_mo", null],
])("the segment %s is the storefront %j", (segment, key) => {
  if (key) expect(readStoreKey(segment)).toMatchObject(key);
  else expect(readStoreKey(segment)).toBeNull();
});

test("a shop page leaves without the framework's scripts, with our own and with its data", () => {
  const own = `<script type="application/json">["</p>"]</script><script defer="" src="/store-search.js"></script>`;
  const text = `<p title="a > b">1 < 2, <b>&lt;script></b></p><!-- <script>x</script> --><style nonce="n">a>b{}</style><svg/><br>`;
  const html = `<!DOCTYPE html><link rel="preload" as="script" href="/a.js"/><link rel="preload" href="/GeistMono_V.woff2" as="font"/><link rel="preload" as="font" href="/f"/><script src="/_next/a.js" async=""></script>${own}<script type="application/ld+json">{}</script>${text}<script nonce="n">self.__next_f.push("<p>")</SCRIPT >end<`;
  expect(withoutFramework(html)).toEqual({
    html: `<!DOCTYPE html><link rel="preload" as="font" href="/f"/>${own}<script type="application/ld+json">{}</script>${text.replace(' nonce="n"', "")}end<`,
    missing: false,
  });
});

test("a page of what does not exist is known by its mark, and one that Next could not make is replaced", () => {
  expect(withoutFramework("<main><div data-missing>No such place</div></main>").missing).toBe(true);
  const failed = withoutFramework(`<html id="__next_error__"><script>self.__next_f</script></html>`);
  expect(failed).toMatchObject({ html: expect.stringContaining("There is no such page."), missing: true });
});

test("no text makes the reading of a page endless or loses any of it, whatever is broken in it", () => {
  for (const text of [
    "<",
    "<a",
    "<a b",
    "<a b=",
    '<a b="',
    "<a b='c",
    "<a / b",
    "<a =b>",
    "<!--",
    "</",
    "<title>a<b>",
    "<p>é<",
  ])
    expect(withoutFramework(text).html, text).toBe(text);
});
