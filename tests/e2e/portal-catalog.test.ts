import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { newMember, signedIn } from "#tests/support/portal.ts";
import { newService, type Service } from "#tests/support/service.ts";

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await newService();
  await service.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

test("a package is found by country and size, and its price is the one that the API gives", async () => {
  const person = await newMember(service, "viewer");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?data=1-5&days=15-30");
  await page.getByRole("searchbox").fill("turkiye 5gb");
  await page.getByRole("link", { name: "Türkiye 5GB 30Days" }).first().waitFor();
  // Plans of the country itself come before those of regions that cover it.
  const names = await page.getByRole("table").getByRole("link").allTextContents();
  expect(names[0]).toMatch(/^Türkiye/);
  expect(names.findLastIndex((name) => name.startsWith("Türkiye"))).toBeLessThan(
    names.findIndex((name) => name.startsWith("Europe")),
  );
  expect(new URL(page.url()).searchParams.get("q")).toBe("turkiye 5gb");

  const { json } = await service.call(service.demo().testKey, "GET", "/packages/esimaccess-TR_5_30");
  await page.goto(`${service.url}/test/catalog/esimaccess-TR_5_30`);
  const price = Number(json.data.price).toFixed(4).replace(/0+$/, "");
  await page.getByText(price, { exact: false }).first().waitFor();
  await page.getByRole("heading", { name: "Equal packages" }).waitFor();
  await page.getByText("Turkcell").waitFor();
  await context.close();
});

test("the price list is the filtered one, variants and all", async () => {
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?country=TR&type=local");
  const file = await page.getByRole("link", { name: "Price list as CSV" }).getAttribute("href");
  const csv = await (await context.request.get(service.url + file)).text();
  const [head, ...rows] = csv.trim().split("\n");
  expect(head).toContain("package_id,name,type,place");
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every((row) => row.includes("local,Türkiye,TR,"))).toBe(true);
  const json = await page.getByRole("link", { name: "Price list as JSON" }).getAttribute("href");
  const list = await (await context.request.get(service.url + json)).json();
  expect(list).toHaveLength(rows.length);
  expect(list[0]).toMatchObject({ place: "Türkiye", currency: "EUR", price: expect.stringMatching(/^\d+\.\d{4}$/) });
  await context.close();
});

test("nothing found says so and leads back", async () => {
  const person = await newMember(service);
  const { context, page } = await signedIn(browser, service, person, "/live/catalog?q=qwertzuiop");
  await page.getByText("No package matches these filters.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("table").waitFor();
  await page.goto(`${service.url}/live/catalog/no-such-package`);
  await page.getByText("There is no package").waitFor();
  await context.close();
});

test("packages are compared side by side, and the address keeps the choice", async () => {
  const person = await newMember(service, "support");
  const { context, page } = await signedIn(browser, service, person, "/test/catalog?q=turkiye+5gb");
  await page.getByRole("checkbox", { name: "Select esimaccess-TR_5_30" }).click();
  await page.getByText("Select another one to compare them.").waitFor();
  await page.getByRole("searchbox").fill("japan");
  await page
    .getByRole("link", { name: /^Japan/ })
    .first()
    .waitFor();
  await page.getByRole("checkbox").first().click();
  await page.getByRole("link", { name: "Compare 2" }).click();
  await page.waitForURL(/catalog\/compare\?/);
  await page.getByRole("rowheader", { name: "Days count from" }).waitFor();
  expect(await page.getByRole("columnheader").count()).toBe(3);
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Remove esimaccess-TR_5_30" }).click();
  await page.getByRole("columnheader", { name: /Türkiye/ }).waitFor({ state: "detached" });
  expect(page.url()).not.toContain("TR_5_30");
  await context.close();
});
