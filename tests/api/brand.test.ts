import { describe, expect, test } from "vitest";
import { RESERVED_SLUGS } from "#server/domain/reseller/brand/brand.ts";
import { direct } from "#tests/support/api.ts";
import { caller } from "#tests/support/caller.ts";
import { newAccount, newKey } from "#tests/support/world.ts";

async function setUp() {
  const { code } = await newAccount();
  return { code, test: caller(await newKey(code)), live: caller(await newKey(code, "live")) };
}

let slugs = 0;
const newSlug = () => `slug-${++slugs}`;

const WHOLE = {
  brand_name: "Sunny Travel",
  logo_url: "https://cdn.sunny.example/logo.svg",
  favicon_url: "https://cdn.sunny.example/favicon.ico",
  primary_color: "#0f5c63",
  secondary_color: "#12323A",
  accent_color: "#E8A33D",
  support_email: "help@sunny.example",
  support_phone: "+41 44 000 00 00",
  terms_url: "https://sunny.example/terms",
  privacy_url: "http://sunny.example/privacy",
  company_legal_name: "Sunny Travel AG",
  custom_domain: "eSIM.Sünny.example",
  locale: "de-ch",
};

test("is kept by who asks with its ETag, until it changes", async () => {
  const { live } = await setUp();
  const ask = (etag?: string) =>
    direct.send({ method: "GET", path: "/brand", key: live.key, headers: etag ? { "If-None-Match": etag } : {} });
  const first = await ask();
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const { etag } = first.headers;
  expect((await ask(etag)).status).toBe(304);
  await live.write("/brand", { brand_name: "Another" });
  const next = await ask(etag);
  expect([next.status, next.json.data.name]).toEqual([200, "Another"]);
});

describe("POST /brand", () => {
  test("answers the whole manifest, in canonical form, and GET shows it", async () => {
    const { live } = await setUp();
    const portal_slug = newSlug();
    const changed = await live.write("/brand", { ...WHOLE, portal_slug });
    const manifest = {
      name: "Sunny Travel",
      logo_url: WHOLE.logo_url,
      favicon_url: WHOLE.favicon_url,
      colors: { primary: "#0F5C63", secondary: "#12323A", accent: "#E8A33D" },
      support: { email: WHOLE.support_email, phone: WHOLE.support_phone },
      legal: { terms_url: WHOLE.terms_url, privacy_url: WHOLE.privacy_url },
      custom_domain: "esim.xn--snny-0ra.example",
      domain_verified: false,
      locale: "de-CH",
    };
    expect(changed).toEqual({ ...manifest, company_legal_name: "Sunny Travel AG", portal_slug });
    expect(await live.read("/brand")).toEqual(manifest);
  });

  test.each(Object.entries({ ...WHOLE, portal_slug: "only-this" }))("changes %s alone", async (field, value) => {
    const { live } = await setUp();
    const before = await live.write("/brand", {});
    const after = await live.write("/brand", { [field]: value });
    const places: Record<string, string> = {
      brand_name: "name",
      primary_color: "colors.primary",
      secondary_color: "colors.secondary",
      accent_color: "colors.accent",
      support_email: "support.email",
      support_phone: "support.phone",
      terms_url: "legal.terms_url",
      privacy_url: "legal.privacy_url",
    };
    const [place, inner] = (places[field] ?? field).split(".") as [string, string?];
    const expected = inner ? { ...before[place], [inner]: after[place][inner] } : after[place];
    // A logo that is drawn is at an address with the slug.
    const drawn = field === "portal_slug" ? { logo_url: after.logo_url } : {};
    expect(after).toEqual({ ...before, ...drawn, [place]: expected });
    expect(JSON.stringify(after).toLowerCase()).toContain(field === "custom_domain" ? "xn--" : value.toLowerCase());
  });

  test.each(["logo_url", "favicon_url", "support_phone", "terms_url", "privacy_url", "custom_domain"])(
    "clears %s with an empty text",
    async (field) => {
      const { live } = await setUp();
      const before = await live.write("/brand", { [field]: "" });
      await live.write("/brand", { [field]: WHOLE[field as keyof typeof WHOLE] });
      expect(await live.write("/brand", { [field]: "" })).toEqual(before);
    },
  );

  test("answers addresses with letters of other alphabets as URIs, all others as they came", async () => {
    const { live } = await setUp();
    const given = { terms_url: "https://münchen.example/agb/ü", privacy_url: "https://Sunny.example?a=%7E" };
    expect((await live.write("/brand", given)).legal).toEqual({
      terms_url: "https://xn--mnchen-3ya.example/agb/%C3%BC",
      privacy_url: given.privacy_url,
    });
  });

  test.each([
    ["brand_name", ["", "x".repeat(101)]],
    [
      "logo_url",
      [
        "http://sunny.example/x",
        "//sunny.example",
        "https:sunny.example",
        "https://a:b@sunny.example",
        " https://sunny.example",
        "https://sunny.example/a b",
        "javascript:alert(1)",
        "data:image/png,x",
      ],
    ],
    ["favicon_url", ["http://sunny.example/x", "https://"]],
    ["primary_color", ["0F5C63", "#0F5C6", "#0F5C63FF", "#GGGGGG", "red", "#0F5C63\n"]],
    ["secondary_color", ["#fff"]],
    ["accent_color", ["rgb(0,0,0)"]],
    ["support_email", ["help", "help@", "@sunny.example", "a b@sunny.example", "help@sunny", "<x>@sunny.example"]],
    ["support_phone", ["call us", "1", "+", "1".repeat(41)]],
    [
      "terms_url",
      [
        "ftp://sunny.example",
        "sunny.example",
        "javascript:alert(1)",
        "https:///sunny.example",
        "https://sunny.example/%zz|",
      ],
    ],
    ["privacy_url", ["mailto:help@sunny.example"]],
    ["company_legal_name", ["", "x".repeat(201)]],
    [
      "custom_domain",
      [
        "sunny",
        "sunny..example",
        "-a.example",
        "https://sunny.example",
        "1.2.3.4",
        "a_b.example",
        `${"x".repeat(64)}.example`,
      ],
    ],
    ["portal_slug", ["ab", "x".repeat(41), "Sunny", "sunny_travel", "sünny", ...RESERVED_SLUGS]],
    ["locale", ["languageless", "de_CH", "e", "de-"]],
  ])("refuses a wrong %s, names it and changes nothing", async (field, values) => {
    const { live } = await setUp();
    const before = await live.write("/brand", {});
    for (const value of values) {
      const { status, json } = await live.post("/brand", { [field]: value });
      expect([status, json.error?.code, json.error?.details?.field], value).toEqual([422, "validation_error", field]);
      expect(json.error.message).not.toContain("Invalid input");
    }
    expect(await live.write("/brand", {})).toEqual(before);
  });

  test("of two changes at once keeps both", async () => {
    const { live, test: sandbox } = await setUp();
    for (const api of [live, sandbox]) {
      const fields = Object.entries(WHOLE);
      await Promise.all(fields.map(([field, value]) => api.write("/brand", { [field]: value })));
      expect(await api.read("/brand")).toMatchObject({
        name: WHOLE.brand_name,
        logo_url: WHOLE.logo_url,
        colors: { primary: "#0F5C63", secondary: "#12323A", accent: "#E8A33D" },
        support: { email: WHOLE.support_email, phone: WHOLE.support_phone },
        legal: { terms_url: WHOLE.terms_url, privacy_url: WHOLE.privacy_url },
        locale: "de-CH",
      });
    }
  });

  test("gives a slug to one account, in both environments", async () => {
    const [a, b] = [await setUp(), await setUp()];
    const portal_slug = newSlug();
    await a.live.write("/brand", { portal_slug });
    await a.test.write("/brand", { portal_slug });
    for (const api of [b.live, b.test])
      expect((await api.post("/brand", { portal_slug })).json.error).toMatchObject({
        code: "conflict",
        details: { field: "portal_slug" },
      });
    const raced = newSlug();
    const answers = await Promise.all([a.live, b.live].map((api) => api.post("/brand", { portal_slug: raced })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the test environment", () => {
  test("shows the live brand until it has its own, and never changes the live one", async () => {
    const own = await setUp();
    await own.live.write("/brand", { brand_name: "First" });
    expect((await own.test.read("/brand")).name).toBe("First");
    // Nothing is changed by a body without a field.
    expect((await own.test.write("/brand", {})).name).toBe("First");
    await own.live.write("/brand", { brand_name: "Second" });
    expect((await own.test.read("/brand")).name).toBe("Second");
    const live = await own.live.read("/brand");
    await own.test.write("/brand", { brand_name: "Trial", custom_domain: "trial.example", primary_color: "#000000" });
    expect(await own.live.read("/brand")).toEqual(live);
    expect(await own.test.read("/brand")).toMatchObject({ name: "Trial", custom_domain: "trial.example" });
    await own.live.write("/brand", { brand_name: "Third" });
    expect((await own.test.read("/brand")).name).toBe("Trial");
  });
});
