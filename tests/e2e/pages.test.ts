import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCS_PAGES } from "#components/docs/pages.ts";
import { operations } from "#server/api/v1/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { ERRORS } from "#server/kernel/errors.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";
import { faultsInLooks, LOOKS, launchBrowser, open } from "#tests/support/browser.ts";
import {
  answersOf,
  answersOfFetches,
  inShell,
  NOT_PASTED,
  ownedBy,
  type Sample,
  samplesOn,
  withOwned,
} from "#tests/support/docs-samples.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";

const DOCS = DOCS_PAGES.flatMap(({ links }) => links.map(({ href }) => href)).filter((href) =>
  /^\/docs[^.]*$/.test(href),
);
const PAGES = ["/", "/status", ...DOCS];

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await newService({ SECURITY_CONTACT: "security@example.com" });
  await service.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service.dispose();
});

test.each(PAGES)(
  "%s is accessible, fits both screens in both themes and asks nobody else for anything",
  async (path) => {
    const context = await browser.newContext(LOOKS[0]);
    const { page, faults } = await open(context, service.url + path);
    expect(await faultsInLooks(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test("every sample of the documentation, pasted in the order of the pages, does what it says", async () => {
  const shown = await samplesOn(browser, service.url, DOCS);
  const samples = shown.filter(
    ({ page, label }) => !NOT_PASTED.some(([path, known]) => page === path && known.test(label)),
  );
  const take = (wanted: (sample: Sample) => boolean) => {
    const taken = samples.filter(wanted);
    for (const one of taken) samples.splice(samples.indexOf(one), 1);
    return taken.map(({ text }) => text);
  };
  const { accountCode, testKey } = service.demo();
  await onServiceDatabase(service, (ctx) => changeAccount(ctx, accountCode, { plan: "scale" }));
  const env = { SVC_KEY: testKey, SVC_URL: `${service.url}/api/v1` };
  const curls = take(({ page, label }) => page === "/docs/api" && label.endsWith(", curl"));
  const fetches = take(({ page, label }) => page === "/docs/api" && label.endsWith(", fetch"));
  const [sync] = take(({ label }) => label === "TypeScript");
  const shells = take(({ text }) => /^(curl|node|export|ORDER=)/.test(text));
  expect(samples).toEqual([]);
  const settings = JSON.parse(shown.find(({ label }) => label.startsWith("Settings of"))!.text);
  expect(settings.mcpServers["reseller-esim"].url).toBe(`http://localhost:${service.port}/mcp`);
  expect(shells[0]).toContain(`export SVC_URL=http://localhost:${service.port}/api/v1\n`);

  const told: string[] = [];
  const receiver = createServer((request, response) => {
    told.push(String(request.headers["x-svc-event"]));
    response.writeHead(204).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const folder = mkdtempSync(join(tmpdir(), "svc-docs-"));
  try {
    const script = shells
      .join("\n")
      // What a reader puts in: a key, and an address of theirs. They listen in a second terminal.
      .replaceAll(/svc_(test|live)_…/g, testKey)
      .replaceAll("https://shop.example.com/hooks/esim", "https://93.184.216.34/hooks/esim")
      .replace("listen --forward 3000/", `listen --forward ${(receiver.address() as AddressInfo).port}/`)
      .replace(
        /^node reseller-esim.mjs listen .*$/m,
        "$& > heard &\nuntil grep -q listening heard; do sleep 0.1; done",
      );
    const printed = await inShell(
      `trap 'kill %1' EXIT\n${script}\nuntil grep -q order.part heard; do sleep 0.1; done`,
      folder,
    );
    const answers = printed
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    expect(answers.map(({ success, error, result }) => (success || result ? "done" : error.code))).toEqual([
      // The quickstart; an empty wallet on purpose; an assistant; the same key twice; an endpoint.
      ...["done", "done", "done", "done", "done", "done"],
      ...["insufficient_balance", "done", "done", "done", "done"],
    ]);
    const [, , quote, order, read, , , , first, again] = answers.map(({ data }) => data);
    expect(order).toMatchObject({ unit_price: quote.unit_price, status: "delivered", delivered_quantity: 2 });
    expect([read.reference, again.reference]).toEqual([order.reference, first.reference]);
    expect(answers[7].result.structuredContent.items).toHaveLength(3);
    expect(printed).toMatch(/^order\.partially_delivered happened: B2B-\d+/m);
    const [, action] = printed.match(/^under_review happened: .*action (\d+)/m)!;
    expect(told).toContain("order.partially_delivered");

    const node = ["--input-type=module", "-e", sync!];
    const synced = (await promisify(execFile)(process.execPath, node, { env: { ...process.env, ...env } })).stdout;
    expect(synced.trim().split("\n").length).toBeGreaterThan(200);
    expect(synced).toMatch(/^\S+ \d+(\.\d+)? EUR$/m);
    for (const [samples, answered] of [
      [curls, answersOf],
      [fetches, answersOfFetches],
    ] as const) {
      const owned = await ownedBy(service, String(action));
      expect(
        await answered(
          samples.map((text) => withOwned(text, owned)),
          env,
          folder,
        ),
      ).toEqual(samples.map(() => "done"));
    }
  } finally {
    receiver.close();
    rmSync(folder, { recursive: true });
  }
});

test("security.txt says where to write, until when that is so, and only under the service's own name", async () => {
  const at = (host: string) =>
    request(`${service.url}/.well-known/security.txt`, { headers: { host: `${host}:${service.port}` } });
  const answer = await at("localhost");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = (await answer.body.text()).trimEnd().split("\n");
  const fields = new Map(lines.map((line) => line.split(/: (.*)/) as [string, string]));
  expect(Object.fromEntries(fields)).toEqual({
    Contact: "mailto:security@example.com",
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    "Preferred-Languages": "en, de",
    Canonical: `http://localhost:${service.port}/.well-known/security.txt`,
    Policy: `http://localhost:${service.port}/docs/security`,
  });
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
  // RFC 9116 recommends less than a year.
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  expect((await at("somebody-elses.example")).statusCode).toBe(404);
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

test("every link of the documentation leads somewhere, parts of pages included", async () => {
  const ids = new Map<string, Set<string>>();
  const links: { from: string; to: URL }[] = [];
  for (const path of DOCS) {
    const html = await (await fetch(service.url + path)).text();
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)));
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
      links.push({ from: path, to: new URL(href!, service.url + path) });
  }
  for (const { from, to } of links) {
    expect(to.origin, `${from} → ${to}`).toBe(service.url);
    if (to.hash) expect(ids.get(to.pathname)?.has(to.hash.slice(1)), `${from} → ${to}`).toBe(true);
    else expect((await fetch(to)).status, `${from} → ${to}`).toBe(200);
  }
  for (const id of Object.keys(operations)) expect(ids.get("/docs/api"), id).toContain(id);
  for (const type of EVENT_TYPES) expect(ids.get("/docs/webhooks"), type).toContain(type);
  const nowhere = await fetch(`${service.url}/docs/no-such-guide`);
  expect(nowhere.status).toBe(404);
  expect(await nowhere.text()).toContain("To the quickstart");
});

test("the overview for language models names every page and the document", async () => {
  const answer = await fetch(`${service.url}/llms.txt`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await answer.text();
  for (const path of [...DOCS, "/api/v1/openapi.json"]) expect(text).toContain(`${path})`);
});

test("each page is Markdown too, all of them are one text, and what changed is a feed", async () => {
  const get = async (path: string) => {
    const answer = await fetch(service.url + path);
    return [answer.status, answer.headers.get("content-type"), await answer.text()] as const;
  };
  const [, , full] = await get("/llms-full.txt");
  for (const path of DOCS) {
    const [status, type, text] = await get(`${path === "/docs" ? "/docs/quickstart" : path}.md`);
    expect([status, type], path).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(full, path).toContain(text.trim());
  }
  expect((await get("/docs/no-such-guide.md"))[0]).toBe(404);
  expect((await get("/docs/changes.atom")).slice(0, 2)).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(JSON.parse((await get("/docs/postman.json"))[2]).info.name).toBe("Reseller eSIM Service");
});

test("a word leads to its section, and the console sends a test key to this service alone", async () => {
  const context = await browser.newContext();
  const { page, faults } = await open(context, `${service.url}/docs`);
  await page.keyboard.press("/");
  await page.keyboard.type("Retry-After");
  await page.locator("#docs-found a").first().waitFor();
  await page.keyboard.type(" qqq");
  await page.getByText("Nothing has these words").waitFor();
  await page.getByRole("searchbox").fill("createOrder place");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/api#createOrder$/);

  const asked: { url: string; key: string | undefined }[] = [];
  page.on("request", (request) => asked.push({ url: request.url(), key: request.headers().authorization }));
  const { testKey, liveKey } = service.demo();
  await page.getByRole("button", { name: "Try it: testAuth" }).click();
  const form = page.locator("#testAuth form");
  for (const key of [liveKey, testKey]) {
    await page.getByLabel("Test key").fill(key);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText(key === testKey ? /^HTTP 200, \d+ ms, req_/ : "Only test keys").waitFor();
  }
  expect(await form.locator("pre").textContent()).toContain('"environment": "test"');
  expect(asked.filter(({ key }) => key !== undefined)).toEqual([
    { url: `${service.url}/api/v1/auth/test`, key: `Bearer ${testKey}` },
  ]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))).not.toContain(
    "svc_",
  );
  expect(faults).toEqual([]);
  await context.close();
});

test("who comes to the start page, or to an address that is no page, finds the way in", async () => {
  const context = await browser.newContext(LOOKS[0]);
  const { page } = await open(context, service.url);
  for (const path of ["/", "/no-such-page"]) {
    await page.goto(service.url + path);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(`${service.url}/sign-in`);
  }
  await context.close();
});

test("a sample can be copied", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = await open(context, `${service.url}/docs`);
  const figure = page.locator("figure").first();
  await figure.getByRole("button", { name: /^Copy/ }).click();
  await figure.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("auth/test");
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
