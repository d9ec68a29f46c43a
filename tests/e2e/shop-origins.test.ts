import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { previewUrl } from "#server/domain/reseller/brand/index.ts";
import { sql } from "#server/kernel/db.ts";
import { randomBase62, ulid } from "#server/kernel/ids.ts";
import { type Answer, cookieHeader, sendRaw } from "#tests/support/http-session.ts";
import { openRunningStore, type RunningStore } from "#tests/support/running-store.ts";
import { newService, type Service } from "#tests/support/service.ts";

/** As behind a proxy that people reach over https. */
const PORTAL = "portal.example.com";
const SHOPS = "shops.example.com";
const DOCUMENT = "<!doctype html><form action=/api/trpc/live/storefront.removeStripeKeys method=post>";
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
const RASTER = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** What a reseller's own server answers under the address of its logo. */
const PICTURES: Record<string, { called: string; body: string | Buffer }> = {
  "/document": { called: "image/png, text/html", body: DOCUMENT },
  "/drawn-document": { called: "image/svg+xml", body: DOCUMENT },
  "/drawing": { called: "image/svg+xml; charset=utf-8", body: DRAWING },
  "/raster": { called: "text/html", body: RASTER },
};

const pictures = createServer(({ url = "" }, response) => {
  const { called, body } = PICTURES[url]!;
  response.setHeader("content-type", called);
  response.end(body);
});
let service: Service;
let sunny: RunningStore;
let night: RunningStore;
let origin: string;
/** In addresses. */
let plan: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  const urls = { PUBLIC_URL: `https://${PORTAL}`, SHOPS_URL: `https://${SHOPS}` };
  service = await newService({ ...urls, WEBHOOK_ALLOWED_ORIGINS: origin });
  await service.start();
  const look = { colors: ["#E85D2F", "#3A2417", "#1F7A8C"], locale: "en" } as const;
  sunny = await openRunningStore(service, { name: "Sunny Travel", slug: "sunny", ...look });
  night = await openRunningStore(service, { name: "Sunny Travel", slug: "night", ...look });
  plan = await sunny.shopCode("esimaccess-TR_5_30");
});

afterAll(async () => {
  pictures.close();
  await service?.dispose();
});

const at = (host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  sendRaw(service, path, { headers: { host, ...headers } });

describe("with an origin of their own, shops", () => {
  test("are there, with the files of resellers, and on the portal's origin there is nothing of them", async () => {
    for (const path of [
      `/store/${sunny.slug}/en`,
      `/test-store/${sunny.slug}/en/my`,
      `/store/${sunny.slug}/logo`,
      `/store/${sunny.slug}/favicon`,
      `/store/${sunny.slug}/robots.txt`,
      `/brands/live/${sunny.slug}/logo.svg`,
    ]) {
      expect([path, (await at(SHOPS, path)).status]).toEqual([path, 200]);
      for (const host of [PORTAL, "127.0.0.1", "localhost"])
        expect([host, path, (await at(host, path)).status]).toEqual([host, path, 404]);
    }
    expect(service.output()).not.toContain("SHOPS_URL");
  });

  test("have no portal, no sign-in, no operators' area and no calls of theirs beside them", async () => {
    for (const path of [
      "/",
      "/sign-in",
      "/portal",
      "/live/balance",
      "/operator",
      "/docs",
      "/recovery",
      "/invitation/x",
      "/api/auth/session",
      "/api/auth/csrf",
      "/api/trpc/people/person.get",
      "/api/reports/live/ledger",
      "/api/statements/2026-11",
    ])
      expect([path, (await at(SHOPS, path)).status]).toEqual([path, 404]);
    expect((await at(PORTAL, "/sign-in")).status).toBe(200);
    expect((await at(PORTAL, "/api/auth/csrf")).status).toBe(200);
  });

  test("are named everywhere: canonical addresses, the portal, the API's logo, certificates", async () => {
    const { body } = await at(SHOPS, `/store/${sunny.slug}/en`);
    expect(body).toContain(`<link rel="canonical" href="https://${SHOPS}/store/${sunny.slug}/en"/>`);
    const { json } = await service.call(sunny.liveKey, "GET", "/brand");
    expect(json.data.logo_url).toBe(`https://${SHOPS}/brands/live/${sunny.slug}/logo.svg`);
    const check = async (domain: string) => (await at("web-1", `/api/domains/check?domain=${domain}`)).status;
    expect([await check(SHOPS), await check(PORTAL), await check("evil.example")]).toEqual([200, 200, 404]);
  });
});

test("a reseller's picture is a picture of our own naming, sandboxed on its way through every layer, or it is ours", async () => {
  const logo = async (path: string) => {
    await sunny.asStaff(({ db, account }) =>
      db.query(sql`update brands set logo_url = ${origin + path} where account_id = ${account.id}`),
    );
    return await at(SHOPS, `/store/${sunny.slug}/logo?v=${path.slice(1)}`);
  };
  for (const [path, type] of [
    ["/document", null],
    ["/drawn-document", null],
    ["/drawing", "image/svg+xml"],
    ["/raster", "image/png"],
  ] as const) {
    const { status, headers, body } = await logo(path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, type ?? "image/svg+xml"]);
    expect(body, path).not.toContain("<form");
    expect(body.includes("<script"), path).toBe(path === "/drawing");
    expect(headers.get("content-security-policy"), path).toMatch(/^default-src 'none';.*\bsandbox$/);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy"), path).toMatch(type ? /^same-origin$/ : /^cross-origin$/);
  }
  for (const path of [`/brands/live/${sunny.slug}/logo.svg`, "/flags/tr.svg", `/store/${sunny.slug}/favicon`])
    expect((await at(SHOPS, path)).headers.get("content-security-policy"), path).toMatch(/sandbox$/);
});

test("a draft is shown on the shops' origin, framed by the portal alone, and kept by nobody", async () => {
  const preview = await sunny.asStaff(async (ctx) => previewUrl(ctx));
  for (const path of ["/en", "/en/country/tr", "/en/my", `/en/checkout/${plan}`, "/logo"]) {
    const { status, headers, cookies } = await at(SHOPS, preview + path);
    expect([path, status, cookies]).toEqual([path, 200, []]);
    expect(headers.get("cache-control"), path).toContain("no-store");
    expect(headers.get("x-robots-tag"), path).toBe("noindex, nofollow");
    const framedBy = path === "/logo" ? "'none'" : `https://${PORTAL}`;
    expect(headers.get("content-security-policy"), path).toContain(`frame-ancestors ${framedBy}`);
    expect((await at(PORTAL, preview + path)).status, path).toBe(404);
  }
  expect((await at(PORTAL, "/sign-in")).headers.get("content-security-policy")).toContain(
    `frame-src 'self' https://${SHOPS}`,
  );
});

test("a page that a browser has of one brand is no other brand's, although both look alike", async () => {
  const page = (store: RunningStore, etag = "", question = "") =>
    at(SHOPS, `/store/${store.slug}/en/help${question}`, { "if-none-match": etag });
  // What was changed in a brand or in prices a moment ago gives its pages another name within ten seconds.
  await vi.waitFor(
    async () => {
      const [one, other] = [await page(sunny), await page(night)];
      const [etag, others] = [one, other].map(({ headers }) => headers.get("etag")!);
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
      expect(others).not.toBe(etag);
      expect((await page(sunny, etag)).status).toBe(304);
      expect(await page(night, etag)).toMatchObject({ status: 200, body: other.body });
      // What an address holds does not depend on what is written behind its question mark.
      expect((await page(sunny, "", "?x=1")).headers.get("etag")).toBe(etag);
    },
    { timeout: 30_000, interval: 1_000 },
  );
});

describe("a checkout form", () => {
  const path = () => `/test-store/${sunny.slug}/en/checkout/${plan}`;
  const hidden = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)![1]!;

  async function openForm() {
    const page = await at(SHOPS, path());
    const fields = { attempt: hidden(page.body, "attempt"), price: hidden(page.body, "price") };
    return { cookies: page.cookies, fields: { ...fields, compatible: "1", terms: "1", quantity: "1" } };
  }

  const send = (fields: Record<string, string>, email: string, cookie = "") =>
    sendRaw(service, `${path()}/pay`, {
      method: "POST",
      headers: {
        host: SHOPS,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        cookie,
      },
      body: new URLSearchParams({ ...fields, email, email2: email }).toString(),
    });

  const tokenOf = ({ headers }: Answer) => /\/pay\/(\w{43})$/.exec(headers.get("location") ?? "")?.[1];
  const orderOf = ({ cookies }: Answer) => /shop-order-(\d+)=/.exec(cookies.join())?.[1];

  test("is known to its browser by a cookie of this host that no script reads", async () => {
    const { cookies, fields } = await openForm();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-shop-browser=\w{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(fields.attempt).toMatch(/^\w{43}$/);
    const again = await at(SHOPS, path(), { cookie: cookieHeader(cookies) });
    expect(again.cookies).toEqual([]);
    expect(hidden(again.body, "attempt")).not.toBe(fields.attempt);
  });

  test("that is sent twice is one purchase, and nobody else's whatever they send", async () => {
    const { cookies, fields } = await openForm();
    const cookie = cookieHeader(cookies);
    const [first, second] = await Promise.all([
      send(fields, "mia@example.com", cookie),
      send(fields, "mia@example.com", cookie),
    ]);
    const order = orderOf(first);
    expect(order).toBeDefined();
    expect(orderOf(second)).toBe(order);
    const strangers = [
      await send(fields, "mia@example.com"),
      await send(fields, "mallory@example.com", cookie),
      await send({ ...fields, quantity: "2" }, "mia@example.com", cookie),
      await send(fields, "mia@example.com", `__Host-shop-browser=${randomBase62(43)}`),
      await send(fields, "mia@example.com", "__Host-shop-browser="),
    ];
    for (const stranger of strangers) {
      expect(tokenOf(stranger)).toBeDefined();
      expect(orderOf(stranger)).not.toBe(order);
    }
  });

  test("with a number that is printed elsewhere is refused", async () => {
    const { cookies, fields } = await openForm();
    const requestId = (await at(PORTAL, "/api/v1/account")).headers.get("x-request-id")!;
    for (const attempt of [requestId.slice(4), ulid(), "1", "", "x".repeat(43).slice(1), `${"x".repeat(42)}!`])
      expect(
        (await send({ ...fields, attempt }, "mia@example.com", cookieHeader(cookies))).headers.get("location"),
      ).toMatch(/\?problem=validation_error$/);
    for (const email of ["a,b@c.dd", "a@b.dd\r\nBcc: c@d.ee"])
      expect((await send(fields, email, cookieHeader(cookies))).headers.get("location")).toMatch(
        /problem=validation_error$/,
      );
  });

  test("is come back to from a payment page by the browser that sent it, and by no other", async () => {
    const { cookies, fields } = await openForm();
    const sent = await send(fields, "mia@example.com", cookieHeader(cookies));
    const kept = sent.cookies.find((cookie) => cookie.startsWith("__Host-shop-order-"))!;
    expect(kept).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    const back = (number: string, cookie: string) =>
      at(SHOPS, `/test-store/${sunny.slug}/en/back/${number}`, { cookie }).then(({ headers }) =>
        headers.get("location"),
      );
    const own = `/test-store/${sunny.slug}/en/order/${tokenOf(sent)}`;
    expect(await back(orderOf(sent)!, cookieHeader([kept]))).toBe(own);
    const nowhere = `/test-store/${sunny.slug}/en/my?back=1`;
    for (let number = 1; number <= 40; number++)
      for (const cookie of ["", cookieHeader(cookies)]) expect(await back(String(number), cookie)).toBe(nowhere);
    expect((await at(SHOPS, nowhere)).body).toContain("started this order in another browser");
  });
});

test("a name with a second line is refused by the API, and the field is named", async () => {
  for (const fields of [
    { brand_name: "Sunny\r\nBcc: everybody@example.com" },
    { company_legal_name: "Sunny\nLtd" },
    { support_email: "a,b@c.dd" },
    { custom_domain: "evil.com/x" },
  ]) {
    const { status, json } = await service.call(sunny.liveKey, "POST", "/brand", fields);
    expect([status, json.error?.details?.field ?? json.error]).toEqual([422, Object.keys(fields)[0]]);
  }
});
