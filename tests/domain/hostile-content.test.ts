import { createCipheriv, hkdfSync, pbkdf2Sync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { drawLogo } from "#server/api/brand/draw-logo.ts";
import { readToken, sessionSecret } from "#server/auth/cookie.ts";
import { parseDailyFile } from "#server/domain/catalogue/pricing/refresh-rates.ts";
import { changeBrand, getBrand } from "#server/domain/reseller/brand/index.ts";
import { htmlOf } from "#server/domain/shop/checkout/mails/html.ts";
import { decrypt, derivedKey, encrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { serveLogo } from "#server/storefront/index.ts";
import { serveTrpc } from "#server/trpc/serve.ts";
import { enter, newAccount } from "#tests/support/world.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&`;

async function hostileBrand() {
  const ctx = await enter((await newAccount()).code, "test");
  await changeBrand(ctx, { name: HOSTILE, companyLegalName: HOSTILE });
  return { ctx, brand: await getBrand(ctx) };
}

const nothingRuns = (text: string) => {
  expect(text).not.toMatch(/<script|<img src=x/i);
  expect(text).toContain("&#60;");
};

test("a brand's name runs nothing: not in its drawn logo, not in its mails", async () => {
  const { brand } = await hostileBrand();
  const params = Promise.resolve({ environment: "test", slug: brand.portalSlug });
  const logo = await drawLogo(new Request("http://localhost/"), { params });
  expect(logo.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  nothingRuns(await logo.text());
  for (const size of [undefined, { width: 40, height: 40 }, { width: 400, height: 40 }])
    nothingRuns(
      htmlOf({
        subject: HOSTILE,
        brand,
        logo: size,
        language: "en",
        paragraphs: [HOSTILE],
        facts: [[{ label: HOSTILE, value: HOSTILE }]],
        button: { label: HOSTILE, url: `https://example.com/${HOSTILE}` },
      }),
    );
});

test("a reseller's picture is shown and never run, and what is no picture is not shown", async () => {
  const { ctx, brand } = await hostileBrand();
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  const server = createServer((request, response) => {
    response.setHeader("content-type", request.url === "/page" ? "text/html" : "image/svg+xml");
    response.end(drawing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  overrideEnv({ webhookAllowedOrigins: [origin] });
  const logo = async (path: string) => {
    await database().query(sql`update brands set logo_url = ${origin + path} where account_id = ${ctx.account.id}`);
    return await serveLogo(new Request("http://localhost/"), {
      params: Promise.resolve({ slug: `${brand.portalSlug}@test` }),
    });
  };
  const shown = await logo("/logo.svg");
  expect(await shown.text()).toBe(drawing);
  expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await (await logo("/page")).text()).not.toBe(drawing);
  server.close();
});

test("a rates file expands no entities and reads no file", () => {
  const file = (
    rate: string,
  ) => `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "1.1"><!ENTITY f SYSTEM "file:///etc/passwd">]>
    <gesmes:Envelope><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.1"/><Cube currency="GBP" rate="${rate}"/></Cube></Cube></gesmes:Envelope>`;
  for (const rate of ["&a;", "&f;"]) {
    const read = () => parseDailyFile(file(rate)).rates.has("GBP");
    try {
      expect(read()).toBe(false);
    } catch (error) {
      expect((error as Error).message).not.toMatch(/root:/);
    }
  }
});

test("a stored secret that was changed by one bit is refused, and none is encrypted twice alike", () => {
  const stored = encrypt("svc_sign_secret");
  expect(decrypt(stored)).toBe("svc_sign_secret");
  for (const at of stored.keys()) {
    const changed = Uint8Array.from(stored);
    changed[at]! ^= 1;
    expect(() => decrypt(changed), `byte ${at}`).toThrow();
  }
  const nonces = Array.from({ length: 1_000 }, () => Buffer.from(encrypt("x").subarray(1, 13)).toString("hex"));
  expect(new Set(nonces).size).toBe(1_000);
});

test("each purpose has a key of its own", () => {
  const purposes = [
    "api-key-pepper",
    "stored-secrets",
    "supplier-webhooks",
    "supplier-accounts",
    "portal-sessions",
    "people",
    "storefront-links",
    "ledger-checkpoints",
  ] as const;
  expect(new Set(purposes.map((purpose) => derivedKey(purpose).export().toString("hex"))).size).toBe(purposes.length);
});

test("a stranger's call says of its input that it is a list of any length, and none is made", async () => {
  const meta = { values: [["typed-array", "Uint8Array"]], v: 1 };
  const ask = async (input: object) => {
    const address = `${env().publicUrl}/api/trpc/people/auth.isResetOpen?input=${encodeURIComponent(JSON.stringify(input))}`;
    const answer = await serveTrpc(new NextRequest(address), { params: Promise.resolve({ scope: "people" }) });
    return { status: answer.status, body: await answer.text() };
  };
  const refused = await ask({ json: 3, meta });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("not written as our pages write it");
  expect(await ask({ json: "no link of ours" })).toMatchObject({ status: 200 });
});

test("a session's cookie is of one algorithm: of another it is not read, even under our key", async () => {
  const text = (part: string | Uint8Array) => Buffer.from(part).toString("base64url");
  const [salt, contentKey, iv] = [randomBytes(16), randomBytes(32), randomBytes(12)];
  // A password that is hashed so often before anything else: what a stranger sends costs as much.
  const header = text(JSON.stringify({ alg: "PBES2-HS256+A128KW", enc: "A256GCM", p2c: 10_000, p2s: text(salt) }));
  const info = "NextAuth.js Generated Encryption Key";
  const password = Buffer.from(hkdfSync("sha256", sessionSecret(), "", info, 32));
  const salted = Buffer.concat([Buffer.from("PBES2-HS256+A128KW\0"), salt]);
  const wrapping = createCipheriv(
    "id-aes128-wrap",
    pbkdf2Sync(password, salted, 10_000, 16, "sha256"),
    Buffer.alloc(8, 0xa6),
  );
  const wrapped = Buffer.concat([wrapping.update(contentKey), wrapping.final()]);
  const sealing = createCipheriv("aes-256-gcm", contentKey, iv).setAAD(Buffer.from(header));
  const sealed = Buffer.concat([sealing.update(JSON.stringify({ sid: "forged" })), sealing.final()]);
  const cookie = [header, text(wrapped), text(iv), text(sealed), text(sealing.getAuthTag())].join(".");
  expect(await readToken({ token: cookie })).toBeNull();
  const ours = await encode({ token: { sid: "ours" }, secret: sessionSecret() });
  expect(await readToken({ token: ours })).toMatchObject({ sid: "ours" });
});
