import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import { ICCID, order, SECRET } from "./airalo-canned.ts";

const settings = { url: "http://127.0.0.1:1", clientId: "me", clientSecret: SECRET, isAsync: true };
const { parseWebhook } = airalo(settings, () => {});
const sign = (text: string, secret = SECRET) => createHmac("sha512", secret).update(text).digest("hex");
const read = (body: string, signature: string | null = sign(body)) =>
  parseWebhook({ body, header: (name) => (name === "airalo-signature" ? signature : null) });

const DELIVERED = { ...order(), request_id: "Rq7" };
const LOW = { level: "90%", package_name: "3 GB", remaining_percentage: 10, iccid: ICCID };

describe("a genuine notice", () => {
  test("of an order names it by our reference and by that of the request", () => {
    expect(read(JSON.stringify(DELIVERED))).toEqual({
      kind: "async_orders",
      dedupeKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      reference: "SO-1",
      supplierReference: "request:Rq7",
      supplierEsimId: null,
      iccid: null,
    });
    expect(read(JSON.stringify({ data: order(), request_id: "Rq7" }))).toMatchObject({
      reference: "SO-1",
      supplierReference: "request:Rq7",
    });
  });

  test("of an order that failed names it by the request, if it says no more", () => {
    expect(read(JSON.stringify({ request_id: "Rq7", reason: "no stock" }))).toMatchObject({
      kind: "async_orders",
      reference: null,
      supplierReference: "request:Rq7",
    });
  });

  test("of little data names the eSIM, in either of its forms", () => {
    const expected = { kind: "webhook_low_data", iccid: ICCID, reference: null, supplierReference: null };
    expect(read(JSON.stringify(LOW))).toMatchObject(expected);
    const newer = { event: "low_data_notification", type: "data_90", iccid: ICCID };
    expect(read(JSON.stringify(newer))).toMatchObject(expected);
  });

  test("of little credit is about no order and no eSIM", () => {
    expect(read(JSON.stringify({ message: "50 % are left", remaining: 12 }))).toMatchObject({
      kind: "webhook_credit_limit",
      iccid: null,
    });
  });

  test("has the same key when it is sent again, and another one when it says something else", () => {
    const key = (notice: object) => read(JSON.stringify(notice))?.dedupeKey;
    expect(key(LOW)).toBe(key(LOW));
    expect(key({ ...LOW, level: "75%" })).not.toBe(key(LOW));
  });

  test("is known by a signature of its bytes, of the same without spaces, or as PHP writes it", () => {
    const notice = { ...DELIVERED, package: "Türkiye", guide: "https://example.com/x" };
    const compact = JSON.stringify(notice);
    const slashed = compact.replaceAll("/", "\\/");
    const php = slashed.replaceAll("ü", "\\u00fc");
    const spaced = JSON.stringify(notice, null, 2);
    for (const form of [spaced, compact, slashed, php])
      expect(read(spaced, sign(form)), form.slice(0, 30)).toMatchObject({ reference: "SO-1" });
    expect(read(compact, sign(compact).toUpperCase())).toMatchObject({ reference: "SO-1" });
  });
});

describe("nothing is believed that", () => {
  const body = JSON.stringify(DELIVERED);

  test.each([
    ["has no signature", body, null],
    ["has an empty signature", body, ""],
    ["is signed with another secret", body, sign(body, "other")],
    ["is signed with no secret", body, sign(body, "k").slice(0, 127)],
    ["has the signature of something else", body, sign(JSON.stringify(LOW))],
    ["was changed by one letter", body.replace("SO-1", "SO-2"), sign(body)],
    ["has a signature that is too long", body, `${sign(body)}00`],
    ["has a signature that is not hexadecimal", body, "z".repeat(128)],
    ["has a signature of 10 MB", body, "a".repeat(10_000_000)],
  ])("%s", (_, text, signature) => {
    expect(read(text, signature)).toBeNull();
  });

  test.each([
    ["is not JSON", "<html>"],
    ["is empty", ""],
    ["is null", "null"],
    ["is a list", "[]"],
    ["is a number", "7"],
    ["is nested without end", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
    ["is about nothing", '{"sims":[]}'],
    ["has an ICCID that came as a number", `{"level":"75%","iccid":${ICCID}}`],
  ])("%s, although it is signed", (_, text) => {
    expect(read(text)).toBeNull();
  });

  test("comes while no secret is set, also when it is signed with an empty one", () => {
    const open = airalo({ ...settings, clientSecret: "" }, () => {});
    expect(open.parseWebhook({ body, header: () => sign(body, "") })).toBeNull();
  });
});
