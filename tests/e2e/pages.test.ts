import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "#server/kernel/errors.ts";
import { accessibilityFaults, launchBrowser, open, SIZES, THEMES } from "#tests/support/browser.ts";
import { newService, type Service } from "#tests/support/service.ts";

const PAGES = ["/", "/docs", "/docs/errors"];

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await newService();
  await service.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service.dispose();
});

describe.each(THEMES)("in the %s theme", (colorScheme) => {
  describe.each(Object.entries(SIZES))("on a %s screen", (_name, viewport) => {
    test.each(PAGES)("%s is accessible, fits the screen and asks nobody else for anything", async (path) => {
      const context = await browser.newContext({ viewport, colorScheme });
      const { page, faults } = await open(context, service.url + path);
      expect(faults).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await context.close();
    });
  });
});

test("every error code has its section under the address that answers give", async () => {
  const context = await browser.newContext();
  const { json } = await service.call("nonsense", "GET", "/account");
  const { page } = await open(context, service.url + json.error.documentation_url);
  for (const code of Object.keys(ERRORS)) {
    const section = page.locator(`section#${code}`);
    expect(await section.count(), code).toBe(1);
    for (const word of ["Cause", "Fix", "Retry"])
      expect(await section.getByText(word, { exact: true }).count()).toBe(1);
  }
  await context.close();
});

test("pages carry the security headers", async () => {
  const { headers } = await fetch(`${service.url}/docs`);
  for (const name of [
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "permissions-policy",
    "content-security-policy",
  ])
    expect(headers.get(name), name).toBeTruthy();
  expect(headers.get("x-powered-by")).toBeNull();
});
