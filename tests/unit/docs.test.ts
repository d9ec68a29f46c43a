import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docPages, nameOfPage } from "#components/docs/all-pages.ts";
import { CHANGES, changesFeed } from "#components/docs/changes.ts";
import { GUIDES } from "#components/docs/guides/index.ts";
import { HMAC_EXAMPLE, signedText } from "#components/docs/hmac-example.ts";
import { llmsFullText, llmsText } from "#components/docs/llms-text.ts";
import { pageMarkdown } from "#components/docs/markdown.ts";
import { DOCS_PAGES } from "#components/docs/pages.ts";
import { postmanCollection } from "#components/docs/postman.ts";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { operationsOf } from "#components/docs/reference/document.ts";
import { curlOf, fetchOf } from "#components/docs/reference/requests.ts";
import { RETRY_SCHEDULE } from "#components/docs/retry-schedule.ts";
import { searchIndex } from "#components/docs/search-index.ts";
import { operations } from "#server/api/v1/index.ts";
import { openApi } from "#server/api/v1/openapi.ts";
import { nextAttemptIn } from "#server/domain/messaging/webhooks/retry-schedule.ts";
import { PLANS } from "#server/domain/reseller/accounts/index.ts";
import { ERRORS } from "#server/kernel/errors.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";

const document = openApi() as OpenApiDocument;
const pages = docPages({
  document,
  apiUrl: "https://esim.example.com/api/v1",
  errors: ERRORS,
  snippet: (file) => readFileSync(join(import.meta.dirname, "../../docs/snippets", file), "utf8").trimEnd(),
});

test("every page of the navigation is text too, with everything that it is about", () => {
  const shown = DOCS_PAGES.flatMap(({ links }) => links.map(({ href }) => href)).filter((href) =>
    /^\/docs[^.]*$/.test(href),
  );
  expect(pages.map(({ path }) => path).sort()).toEqual(shown.sort());
  expect(new Set(pages.map(nameOfPage)).size).toBe(pages.length);
  const full = llmsFullText("", pages);
  for (const { method, path } of Object.values(operations)) expect(full).toContain(`\`${method} ${path}\``);
  for (const name of [...Object.keys(ERRORS), ...EVENT_TYPES]) expect(full).toContain(`## ${name}`);
  expect(full).not.toMatch(/\[object |\| undefined \|\n/);
  expect(pageMarkdown(pages[0]!)).toContain("```\nexport SVC_KEY=svc_test_…");
});

test("the search knows each section once, under an address that the page has", () => {
  const found = searchIndex(pages);
  expect(new Set(found.map(({ href }) => href)).size).toBe(found.length);
  expect(found.find(({ text }) => text.includes("Idempotency-Key"))?.href).toMatch(/^\/docs/);
  expect(found.map(({ href }) => href)).toContain("/docs/api#createOrder");
});

test("the change log and its feed name the same changes, the newest first, each known by a name of its own", () => {
  const dates = CHANGES.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  const feed = changesFeed("https://esim.example.com");
  const ids = [...feed.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(CHANGES.length + 1);
  expect(ids[0]).toBe("tag:esim.example.com,2026:changes");
  expect(feed.match(/<updated>/g)?.length).toBe(CHANGES.length + 1);
});

test("the Postman collection has every operation, with its key, its example and no unfilled parameter", () => {
  const { item, variable } = postmanCollection(document, "https://esim.example.com/api/v1");
  expect(variable.map(({ key }) => key)).toEqual(["baseUrl", "key"]);
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
  expect(requests.map(({ method, url }) => `${method} ${url.raw}`).sort()).toEqual(
    Object.values(operations)
      .map(({ method, path }) => `${method} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ":$1")}`)
      .sort(),
  );
  for (const request of requests) {
    const named = request.url.path.filter((part) => part.startsWith(":")).map((part) => part.slice(1));
    expect(request.url.variable.map(({ key, value }) => [key, value !== ""])).toEqual(
      named.map((name) => [name, true]),
    );
    if ("body" in request) expect(JSON.parse(request.body!.raw)).toBeInstanceOf(Object);
  }
  const keyed = requests.filter(({ header }) => header.some(({ value }) => value === "{{$guid}}"));
  expect(keyed.map(({ url }) => url.path.at(-1)).sort()).toEqual(["orders", "topups"]);
});

test("the retry schedule that is shown is the one that is used", () => {
  const used = RETRY_SCHEDULE.map((_, made) => nextAttemptIn(made, null, 0.5)! / 1_000);
  expect(RETRY_SCHEDULE.map(({ seconds }) => seconds)).toEqual(used);
  expect(nextAttemptIn(RETRY_SCHEDULE.length, null)).toBeNull();
});

test("the worked signature is right, and the snippet makes it", async () => {
  const { secret, method, target, timestamp, requestId, body, bodyHash, signature } = HMAC_EXAMPLE;
  expect(createHmac("sha256", secret).update(signedText(HMAC_EXAMPLE)).digest("hex")).toBe(signature);
  const { signRequest } = await import(join(import.meta.dirname, "../../docs/snippets/sign-request.mjs"));
  expect(signRequest(secret, method, target, body, new Date(Number(timestamp) * 1_000), requestId)).toEqual({
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Request-Id": requestId,
    "X-SVC-Signature": `sha256=${signature}`,
  });
  expect(signedText(HMAC_EXAMPLE)).toContain(`\n${bodyHash}`);
});

test("the limits that are shown are those of the plans", () => {
  const text = JSON.stringify(GUIDES.find(({ slug }) => slug === "limits"));
  for (const [plan, { perMinute, perDay }] of Object.entries(PLANS))
    expect(text).toContain(JSON.stringify([plan, perMinute.toLocaleString("en"), perDay.toLocaleString("en")]));
});

test("guides name only error codes, operations and pages that exist", () => {
  const text = llmsText("");
  const paths = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  for (const [, named] of text.matchAll(/`((?:GET|POST) \/[^`?]*)/g)) expect(paths).toContain(named);
  for (const [, code] of text.matchAll(/(?:40\d|422|429|50\d) `(\w+)`/g)) expect(Object.keys(ERRORS)).toContain(code);
  for (const { href } of DOCS_PAGES.flatMap(({ links }) => links)) expect(text).toContain(`](${href})`);
});

test("every operation has a request to copy, whose JSON is well formed", () => {
  const all = document.tags.flatMap(({ name }) => operationsOf(document, name));
  const names = (list: { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path}`).sort();
  expect(names(all)).toEqual(names(Object.values(operations)));
  for (const operation of all) {
    const body = /-d '([^']*)'$/.exec(curlOf(operation))?.[1];
    if (operation.requestBody)
      expect(JSON.parse(body!)).toEqual(operation.requestBody.content["application/json"].example);
    expect(curlOf(operation)).toContain(operation.path.split("{")[0]!);
    expect(fetchOf(operation)).toContain("await fetch(");
    if (operation["x-scope"]) expect(fetchOf(operation)).toContain("`Bearer $");
    expect(curlOf(operation)).not.toMatch(/\{\w+\}|undefined/);
  }
});

test("snippets name the headers and the prefix that deliveries have", () => {
  for (const file of ["verify-webhook.mjs", "verify_webhook.py", "verify_webhook.php", "verify_webhook.go"]) {
    const code = readFileSync(join(import.meta.dirname, "../../docs/snippets", file), "utf8");
    expect(code).toMatch(/sha256=/);
    expect(code.toLowerCase().replaceAll("_", "-")).toMatch(/x-svc-timestamp[\s\S]*x-svc-signature/);
  }
});
