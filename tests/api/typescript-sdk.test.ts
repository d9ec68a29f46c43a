import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientOptions, createClient, isApiError } from "#sdk/typescript/src/index.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { BASE_PATH } from "#server/http/dispatch.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { direct } from "#tests/support/api.ts";
import { buildSdk, checkProgram, pasteReadme, shippedFiles } from "#tests/support/built-sdk.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

const program = mkdtempSync(join(tmpdir(), "svc-sdk-"));
beforeAll(() => setEventShapes(eventShapes));
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** The client's own HTTP, ending at the dispatcher, where every answer is held against the document. */
const fetch: ClientOptions["fetch"] = async (url, init) => {
  const { pathname, search } = new URL(url);
  const { status, headers, json } = await direct.send({
    method: init.method!,
    path: pathname.slice(BASE_PATH.length) + search,
    headers: init.headers as Record<string, string>,
    ...(init.body && { body: String(init.body) }),
  });
  return new Response(json === null ? null : JSON.stringify(json), { status, headers });
};
const baseUrl = `https://service.example${BASE_PATH}`;

test("builds from its folder, depends on nothing, is small, and its README compiles against it", () => {
  expect(buildSdk(program)).toEqual([]);
  expect(checkProgram(pasteReadme(program))).toEqual([]);
  const { dependencies, peerDependencies, exports, files } = JSON.parse(
    readFileSync(join(program, "node_modules/reseller-esim/package.json"), "utf8"),
  );
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect([Object.keys(exports), files.includes("dist")]).toEqual([[".", "./testing"], true]);
  const { "examples.js": _, "testing.js": __, ...loaded } = shippedFiles(program);
  expect(Object.keys(loaded)).toContain("index.js");
  expect(gzipSync(Object.values(loaded).join("\n")).length).toBeLessThan(15 * 1_024);
});

test("plays an integration: prices, a capped order once under its key, lists to their end, a top-up, a cancel", async () => {
  const { code } = await newAccount({ wallet: 100 });
  for (let i = 0; i < 3; i++) await newPackage({ costUsd: 4, country: "TR" });
  const seen: (string | null)[] = [];
  const esim = createClient({
    baseUrl,
    key: await newKey(code),
    fetch,
    onAnswer: ({ requestId }) => seen.push(requestId),
  });
  expect((await esim.testAuth()).authentication.status).toBe("valid");
  const codes = (await Array.fromAsync(esim.each("listPackages", { limit: 1 }))).map(({ package_id }) => package_id);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThanOrEqual(3);
  const packageId = codes[0]!;
  const quote = await esim.createQuote({ package_id: packageId, quantity: 2 });
  const input = { package_id: packageId, quantity: 2, max_unit_price: quote.unit_price };
  const placed = await esim.createOrder(input, { idempotencyKey: "sdk-1" });
  expect(await esim.createOrder(input, { idempotencyKey: "sdk-1" })).toEqual(placed);
  expect(await esim.getOrder({ reference: placed.reference })).toEqual(placed);
  const refusal = await esim
    .createOrder({ ...input, max_unit_price: quote.unit_price / 2 })
    .catch((thrown: unknown) => thrown);
  expect(isApiError(refusal, "price_changed") && refusal.details.current_unit_price).toBe(quote.unit_price);
  const misspelt = { ...input, max_unit_prise: 1 };
  await expect(esim.createOrder(misspelt)).rejects.toMatchObject({ code: "validation_error" });
  const iccids = placed.profiles.map(({ iccid }) => iccid).sort();
  const listed = await Array.fromAsync(esim.each("listEsims", { limit: 1 }));
  expect(listed.map(({ iccid }) => iccid).sort()).toEqual(iccids);
  const [option] = (await esim.listTopupOptions({ iccid: iccids[0]! })).items;
  const topup = await esim.createTopup({ iccid: iccids[0]!, package_code: option!.package_code });
  expect((await esim.getAction({ id: String(topup.action_id) })).status).toBe("succeeded");
  await esim.cancelOrder({ reference: placed.reference });
  expect((await esim.getOrder({ reference: placed.reference })).status).toBe("cancelled");
  expect((await Array.fromAsync(esim.each("listOrders", { limit: 1 }))).length).toBe(1);
  expect(seen.every((id) => id?.startsWith("req_"))).toBe(true);
});

test("signs for a key that requires it, each attempt anew", async () => {
  const { code } = await newAccount();
  const made = await createKey(system(), code, {
    environment: "test",
    name: "signed",
    scopes: SCOPES,
    requireHmac: true,
  });
  const signed = createClient({ baseUrl, key: made.key, signingSecret: made.signingSecret!, fetch });
  expect((await signed.testAuth()).authentication.hmac_required).toBe(true);
  expect((await signed.listPackages({ q: "5 GB, Türkiye & more", limit: 1 })).items).toBeInstanceOf(Array);
  const unsigned = createClient({ baseUrl, key: made.key, fetch });
  await expect(unsigned.testAuth()).rejects.toMatchObject({ code: "authentication_failed" });
});
