import { describe, expect, test } from "vitest";
import { openApi } from "#server/api/v1/openapi.ts";
import { maskedAnswer, maskedHeaders, maskedTarget } from "#server/http/masked-exchange.ts";
import { withoutSecrets } from "#server/http/masked-text.ts";

const KEY = `svc_live_abcd1234${"x".repeat(49)}`;
const SECRETS = [
  KEY,
  "svc_sign_0123456789abcdef",
  "whsec_C2FVsBQIhrs+b5/=",
  "LPA:1$rsp.example.com$K2-1ABCDE-F2GHIJ",
  "eyJhbGciOiJIUzI1NiJ9.e30.abc",
];

/** The parts of the secrets that open something. */
const OPENS = ["xxxxxxxx", "0123456789abcdef", "C2FVsBQIhrs", "rsp.example.com", "K2-1ABCDE", "hbGciOiJIUzI1NiJ9"];
const expectHidden = (kept: string) => {
  for (const part of OPENS) expect(kept).not.toContain(part);
};

/** Every name of a field in the published document. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(namesIn)];
}

describe("what the request log keeps of an exchange", () => {
  test("hides every field of the contract that installs an eSIM or signs, and no other", () => {
    const names = [...new Set(namesIn(openApi()))];
    const opens = names.filter((name) =>
      /secret|password|token|activation_code|smdp_|matching|qr|lpa|^pin|puk/i.test(name),
    );
    expect(opens.sort()).toEqual(["activation_code", "secret", "smdp_address"]);
    for (const name of names) {
      const kept = maskedAnswer(JSON.stringify({ data: [{ [name]: 'can"ary' }] }), { brief: false });
      expect(kept.includes("ary"), name).toBe(!opens.includes(name));
    }
  });

  test("hides secrets by their form wherever they stand, and keeps what names them", () => {
    for (const secret of SECRETS) {
      expectHidden(withoutSecrets(`sent ${secret}, twice: "${secret}"`));
      expectHidden(maskedAnswer(JSON.stringify({ error: { message: `unknown field "${secret}"` } }), { brief: true }));
      expectHidden(maskedTarget(`/api/v1/orders/${secret}?limit=1`));
      expectHidden(maskedTarget(`/api/v1/orders?note=${secret}`));
      expectHidden(maskedTarget(`/api/v1/orders?note=${encodeURIComponent(secret)}`));
      expectHidden(
        maskedTarget(
          `/api/v1/orders?note=%zz&x=${secret.replaceAll("_", "%5F").replaceAll(":", "%3a").replace("eyJ", "%65yJ")}`,
        ),
      );
      for (const name of ["x-custom", "user-agent", "idempotency-key", "referer", "cookie", "x-svc-signature"])
        expectHidden(JSON.stringify(maskedHeaders({ [name]: [secret] }, "svc_live_abcd1234")));
    }
    expect(withoutSecrets(KEY)).toBe("svc_live_abcd1234•••");
    expect(maskedTarget("/api/v1/packages?country=TR&limit=5")).toBe("/api/v1/packages?country=TR&limit=5");
    expect(maskedTarget("/x?api_key=abc&email=ada@example.com&ok=1")).toBe("/x?api_key=•••&email=•••&ok=1");
  });

  test("keeps headers that say how a request was made, of others their names", () => {
    const headers = {
      authorization: [`Bearer ${KEY}`],
      "x-api-key": [KEY],
      "content-type": ["application/json"],
      "x-shop-token": ["canary"],
      "x-anything": ["canary"],
      cookie: ["session=canary"],
      accept: ["a", "b"],
    };
    expect(Object.fromEntries(maskedHeaders(headers, "svc_live_abcd1234"))).toEqual({
      authorization: "Bearer svc_live_abcd1234•••",
      "x-api-key": "svc_live_abcd1234•••",
      "content-type": "application/json",
      "x-shop-token": "•••",
      "x-anything": "•••",
      cookie: "•••",
      accept: "a, b",
    });
  });

  test("is bounded, and cut where no field is cut in two", () => {
    const items = Array.from({ length: 500 }, (_, i) => ({ id: i, secret: `canary-${i}`, name: "plan" }));
    for (const brief of [true, false]) {
      const kept = maskedAnswer(JSON.stringify({ items }), { brief });
      expect(kept.length).toBeLessThan(brief ? 1_003 : 4_003);
      expect(kept).not.toContain("canary");
      expect(kept.endsWith(", …")).toBe(true);
    }
    expect(maskedAnswer(`"${"a".repeat(9_000)}`, { brief: false })).toBe(" …");
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`h${i}`, ["v".repeat(9_000)]]));
    expect(JSON.stringify(maskedHeaders(many, "p")).length).toBeLessThan(12_000);
    expect(maskedTarget(`/x?${"a".repeat(9_000)}`).length).toBeLessThan(510);
  });

  test("takes no time, whatever was sent to make it take some", () => {
    const since = process.threadCpuUsage();
    for (const text of [
      "a".repeat(4_000),
      `${"a.".repeat(2_000)}@`,
      "eyJ".repeat(1_300),
      '"secret":"'.repeat(400),
      "?token=".repeat(70),
      "LPA:1".repeat(800),
    ]) {
      maskedAnswer(`"${text}",`, { brief: false });
      maskedTarget(text);
    }
    expect(process.threadCpuUsage(since).user / 1_000, "milliseconds of processor").toBeLessThan(500);
  });
});
