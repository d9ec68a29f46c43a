import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustWallet } from "#server/domain/money/ledger/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { type Answer, postSignIn, sendRaw } from "#tests/support/http-session.ts";
import { newMember, PASSWORD } from "#tests/support/portal.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Behind a proxy that people reach over https: cookies and headers are those of production. */
const PUBLIC_URL = "https://portal.example.com";

let service: Service;
let person: { email: string; password: string };
let session: string;
let slug: string;
/** Everything that must never be seen in a log, as it comes up. */
const secrets = new Map<string, string>();
const mind = (what: string, value: string | null | undefined) => value && secrets.set(value, what);

beforeAll(async () => {
  service = await newService({ PUBLIC_URL, LOG_LEVEL: "debug" });
  await service.start();
  person = await newMember(service);
  session = (await postSignIn(service, person)).session!;
  const { json } = await service.call(service.demo().testKey, "GET", "/brand");
  slug = json.data.portal_slug;
});

afterAll(() => service.dispose());

const get = (path: string, headers: Record<string, string> = {}) => sendRaw(service, path, { headers });
const asPerson = (path: string) => get(path, { cookie: session });

const SAMPLES: Record<string, string> = {
  env: "test",
  lang: "en",
  report: "ledger",
  month: "2026-11",
  guide: "money",
  file: "tr.svg",
  account: "ACC-00000000",
  environment: "live",
  scope: "people",
  trpc: "person.get",
};

/** Every page and route there is, with something in the place of each parameter. */
const PATHS = globSync("app/**/{page.tsx,route.ts}", { cwd: ROOT })
  .filter((file) => !file.startsWith("app/api/v1/"))
  .map((file) => `/${file.slice("app/".length).replace(/\/?(page\.tsx|route\.ts)$/, "")}`)
  .map((path) => path.replace(/\/\([^)]+\)/g, "") || "/")
  .map((path) => path.replace("/store/[slug]", "/test-store/[slug]"))
  .map((path) =>
    path.replace(/\[\[?(?:\.\.\.)?(\w+)\]\]?/g, (all, name) => (name === "slug" ? all : (SAMPLES[name] ?? "nothing"))),
  );

const POLICY = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  "strict-transport-security": /^max-age=63072000; includeSubDomains$/,
  "content-security-policy": /frame-ancestors 'none'/,
};

function faultsOf(path: string, { status, headers, cookies, body }: Answer): string[] {
  const faults: string[] = [];
  for (const [name, wanted] of Object.entries(POLICY))
    if (!wanted.test(headers.get(name) ?? "")) faults.push(`${name} is ${headers.get(name)}`);
  const policy = headers.get("content-security-policy") ?? "";
  if (!/default-src '(self|none)'/.test(policy)) faults.push(`the policy has no default: ${policy}`);
  if (/script-src[^;]*'unsafe-(inline|eval)'/.test(policy)) faults.push(`scripts of anybody may run: ${policy}`);
  // Where the policy lets no script run at all, it does not matter what the page carries.
  const mayRun = !/default-src 'none'/.test(policy);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  for (const [, attributes = "", code] of body.matchAll(/<script([^>]*)>([^<]*)/g))
    if (
      mayRun &&
      code &&
      !/application\/(ld\+)?json/.test(attributes) &&
      !(nonce && attributes.includes(`nonce="${nonce}"`))
    )
      faults.push(`an inline script without the nonce: ${attributes} ${code.slice(0, 40)}`);
  if (/\son\w+="|href="javascript:/i.test(body)) faults.push("a handler in an attribute");
  for (const cookie of cookies)
    if (!/; *secure/i.test(cookie) || !/; *httponly/i.test(cookie) || !/; *samesite=(lax|strict)/i.test(cookie))
      faults.push(`a cookie without its flags: ${cookie.split("=")[0]}`);
  if (headers.has("x-powered-by") || headers.has("server")) faults.push("it says what it runs on");
  if (headers.has("access-control-allow-origin")) faults.push("other origins may read it");
  if (status >= 500) faults.push(`status ${status}`);
  return faults.map((fault) => `${path}: ${fault}`);
}

describe("every answer", () => {
  test("of every page and route carries the policy, whoever asks", async () => {
    expect(PATHS.length).toBeGreaterThan(70);
    const faults: string[] = [];
    for (const pattern of PATHS) {
      const path = pattern.replace("[slug]", slug);
      faults.push(...faultsOf(path, await get(path)), ...faultsOf(`${path} (signed in)`, await asPerson(path)));
    }
    expect(faults).toEqual([]);
  });

  test("that is an error carries it too", async () => {
    const paths = [
      "/nowhere",
      "/docs/nowhere",
      "/test/nowhere",
      `/test-store/${slug}/en/nowhere`,
      "/test-store/nobody-has-this",
      "/%E0%A4%A",
    ];
    paths.push(
      "/_next/static/nowhere.js",
      "/api/nowhere",
      "/api/v1/nowhere",
      "/api/v1/account",
      "/favicon.ico",
      "/.env",
      "/.git/config",
    );
    const faults = await Promise.all(paths.map(async (path) => faultsOf(path, await asPerson(path))));
    expect(faults.flat()).toEqual([]);
  });

  test("about somebody in particular is kept by nobody", async () => {
    for (const path of [
      "/test",
      "/live/balance",
      "/test/you",
      "/api/reports/live/ledger",
      "/api/trpc/people/person.get",
      "/api/auth/session",
    ])
      expect((await asPerson(path)).headers.get("cache-control"), path).toMatch(/no-store/);
  });
});

describe("sessions", () => {
  test("begin with the sign-in: what a browser held before is not taken over, and its session ends", async () => {
    const first = await postSignIn(service, person);
    const second = await postSignIn(service, person, { cookie: first.session! });
    expect(second.session).not.toBe(first.session);
    expect((await get("/api/auth/session", { cookie: second.session! })).body).toContain(person.email);
    expect((await get("/api/auth/session", { cookie: first.session! })).body).not.toContain(person.email);
    // A name and value that somebody else put into the browser is nobody.
    const planted = "__Host-next-auth.session-token=planted";
    const third = await postSignIn(service, person, { cookie: planted });
    expect(third.session).not.toContain("planted");
    expect((await get("/test", { cookie: planted })).headers.get("location")).toMatch(/^\/sign-in/);
  });

  test("end with the sign-out, also for who kept the cookie", async () => {
    const { session: kept } = await postSignIn(service, person);
    const csrf = await sendRaw(service, "/api/auth/csrf", { headers: { cookie: kept! } });
    const cookie = [csrf.cookies.map((one) => one.split(";")[0]).join("; "), kept].join("; ");
    const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie };
    await sendRaw(service, "/api/auth/signout", { method: "POST", headers, body: `csrfToken=${csrfToken}&json=true` });
    expect((await get("/api/auth/session", { cookie: kept! })).body).not.toContain(person.email);
    expect((await get("/api/reports/live/ledger", { cookie: kept! })).status).toBe(401);
  });

  test("are not opened by a form of another site", async () => {
    expect((await postSignIn(service, person, { token: "f".repeat(64) })).session).toBeNull();
    expect((await postSignIn(service, person)).session).not.toBeNull();
  });
});

describe("requests from elsewhere", () => {
  const foreign = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { origin: "null" },
    {},
  ] as Record<string, string>[];

  test("change nothing: the portal's calls and the storefront's forms", async () => {
    for (const from of foreign) {
      const call = {
        method: "POST",
        headers: { cookie: session, "content-type": "application/json", "x-svc-portal": "1", ...from },
        body: '{"json":{"name":"Mallory"}}',
      };
      expect((await sendRaw(service, "/api/trpc/people/person.rename", call)).status).toBe(403);
      const form = {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...from },
        body: "email=a@example.com",
      };
      expect((await sendRaw(service, `/test-store/${slug}/en/my/send`, form)).status).toBe(403);
    }
    expect((await asPerson("/api/trpc/people/person.get")).body).not.toContain("Mallory");
    // What changes something is not done by following a link.
    expect((await asPerson("/api/trpc/people/person.revokeOtherSessions")).status).toBe(405);
  });

  test("lead nobody to a foreign page", async () => {
    for (const callbackUrl of ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
      const { body, headers } = await postSignIn(service, person, { callbackUrl });
      expect(body + headers.get("location"), callbackUrl).not.toMatch(
        /"https?:\/\/evil|"\/\/evil|"\/\\\\evil|"javascript:/,
      );
    }
    for (const path of [
      "//evil.example/",
      "/\\evil.example/",
      "/sign-in?to=https://evil.example",
      "//evil.example/%2e%2e",
    ])
      expect((await asPerson(path)).headers.get("location") ?? "", path).not.toMatch(/^(https?:)?[/\\]{2}/);
  });

  test("cannot say under which name this service is reached", async () => {
    expect((await get("/sign-in", { host: "evil.example" })).status).toBe(404);
    for (const path of [
      "/sign-in",
      "/docs",
      "/status",
      "/status/feed.atom",
      "/api/auth/providers",
      "/api/v1/openapi.json",
      "/llms.txt",
      "/test",
      `/test-store/${slug}/en`,
    ]) {
      const answer = await get(path, {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        forwarded: "host=evil.example",
        "x-host": "evil.example",
      });
      expect(answer.body + JSON.stringify([...answer.headers]), path).not.toContain("evil.example");
    }
  });

  test("reach no file but those that are meant", async () => {
    const up = [
      "..%2f..%2f..%2fpackage.json",
      "%2e%2e%2f%2e%2e%2fpackage.json",
      "..\\..\\package.json",
      "....//package.json",
      "%00",
      "..%c0%afpackage.json",
    ];
    const places = [
      "/flags/",
      "/brands/live/",
      "/api/reports/test/",
      "/api/reports/",
      "/api/statements/",
      "/docs/",
      `/test-store/${slug}/`,
      "/_next/static/",
      "/_next/image?url=/",
    ];
    for (const place of places)
      for (const step of up) {
        const { status, body } = await asPerson(place + step);
        expect(status, place + step).toBeGreaterThanOrEqual(400);
        expect(status, place + step).toBeLessThan(500);
        expect(body).not.toContain("reseller-esim-service");
      }
    for (const name of ["constructor", "__proto__", "toString"])
      expect((await asPerson(`/api/reports/live/${name}`)).status).toBe(404);
  });

  test("are refused when they are larger than any form of ours", async () => {
    const headers = { "content-type": "application/json", origin: service.url, cookie: session };
    const large = "x".repeat(300 * 1024);
    for (const path of [
      "/api/trpc/people/person.rename",
      "/api/auth/callback/password",
      `/test-store/${slug}/en/my/send`,
    ]) {
      const refused = await sendRaw(service, path, {
        method: "POST",
        headers: { ...headers, "content-length": String(large.length) },
      }).catch(() => null);
      expect(refused?.status, path).toBe(413);
      const inParts = await sendRaw(service, path, {
        method: "POST",
        headers: { ...headers, "transfer-encoding": "chunked" },
      }).catch(() => null);
      expect(inParts?.status, path).toBe(411);
    }
  });
});

/** What comes back for bytes that no client library would send. */
const sendBytes = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(service.port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk));
    socket.on("error", () => resolve(answer)).on("close", () => resolve(answer));
    socket.setTimeout(3_000, () => socket.destroy());
  });

test("no request hides within another, and none is echoed", async () => {
  const start = "POST /api/v1/auth/test HTTP/1.1\r\nHost: localhost\r\n";
  const hidden = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const headers of [
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "Content-Length: 4\r\nContent-Length: 9\r\n",
    "Transfer-Encoding: xchunked\r\n",
    "Transfer-Encoding : chunked\r\n",
  ]) {
    const answer = await sendBytes(`${start}${headers}\r\n0\r\n\r\n${hidden}`);
    expect(answer, headers).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.match(/HTTP\/1\.1/g), headers).toHaveLength(1);
  }
  const traced = await sendBytes("TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: seen\r\nConnection: close\r\n\r\n");
  expect(traced).not.toMatch(/^HTTP\/1\.1 200/);
  expect(traced).not.toContain("seen");
});

test("what is saved as a file starts no formula, and the ledger's file verifies with the checkpoint and the published key", async () => {
  await onServiceDatabase(service, async (ctx) => {
    await adjustWallet(ctx, service.demo().accountCode, money(-1.5), "=HYPERLINK(1)");
    await adjustWallet(ctx, service.demo().accountCode, money(-2.5), 'a "quoted", note');
  });
  expect(await service.svc("ledger", "checkpoint")).toMatchObject({ made: true });
  for (const report of ["ledger", "ledger-chain", "audit-log", "orders", "catalog", "esims", "requests"]) {
    const { status, headers, body } = await asPerson(`/api/reports/live/${report}`);
    expect(status, report).toBe(200);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect(body, report).not.toMatch(/(^|,|")[=+@\t]/m);
  }
  const save = (name: string, text: string) => {
    writeFileSync(join(service.dataDir, name), text);
    return join(service.dataDir, name);
  };
  const file = async (name: string, path: string) => save(name, (await asPerson(path)).body);
  const verifier = await file("verify-ledger.mjs", "/docs/verify-ledger.mjs");
  const key = await file("key.pem", "/docs/ledger-key.pem");
  const chain = await file("chain.csv", "/api/reports/live/ledger-chain");
  const proof = await file("proof.json", "/api/ledger-proof");
  const { json } = await service.call(service.demo().liveKey, "GET", "/account/ledger");
  const page = save("page.json", JSON.stringify(json));
  const verify = (...args: string[]) =>
    execFileSync(process.execPath, [verifier, "--key", key, ...args], { encoding: "utf8", stdio: "pipe" });
  expect(verify("--export", chain, "--api", page, proof)).toMatch(
    /entries verified .*\n.*1 checkpoints; the newest is \d+ .* 0 entries are newer/,
  );
  const changed = save("changed.csv", readFileSync(chain, "utf8").replace("-2.5000", "-2.4000"));
  expect(() => verify("--export", changed, proof)).toThrow(/NOT VERIFIED/);
  const cut = save("cut.csv", `${readFileSync(chain, "utf8").trim().split("\n").slice(0, -1).join("\n")}\n`);
  expect(() => verify("--export", cut, proof)).toThrow(/it was cut/);
});

test("links in mails lead to the service, whatever name the request had", async () => {
  const headers = {
    "content-type": "application/json",
    "x-svc-portal": "1",
    origin: service.url,
    "x-forwarded-host": "evil.example",
  };
  const body = JSON.stringify({ json: { email: person.email } });
  expect((await sendRaw(service, "/api/trpc/people/auth.requestReset", { method: "POST", headers, body })).status).toBe(
    200,
  );
  const folder = join(service.dataDir, "mail");
  const mail = () =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .find((text) => text.includes("/recovery/"));
  await until(() => {
    try {
      return mail() !== undefined;
    } catch {
      return false;
    }
  });
  const link = /(https?:\/\/\S+)\/recovery\/(\w+)/.exec(mail()!)!;
  expect(link[1]).toBe(PUBLIC_URL);
  mind("a recovery link", link[2]);
});

test("what browsers report to the sign-in writes no words of a stranger into the log", async () => {
  const body = new URLSearchParams({ level: "error", code: "words of a stranger", message: "m" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await sendRaw(service, "/api/auth/_log", { method: "POST", headers, body });
  await until(() => service.output().includes('"auth":"unknown"'));
  expect(service.output()).not.toContain("words of a stranger");
});

test("no log line, at the chattiest level, holds a key, a secret, an activation code, an address or a password", async () => {
  const { testKey, liveKey, accountCode } = service.demo();
  mind("the test key", testKey);
  mind("the live key", liveKey);
  mind("a password", PASSWORD);
  mind("a person's address", person.email);
  mind("a session", session.split("=")[1]);
  const asked = { environment: "live", name: "signed", scopes: SCOPES, requireHmac: true } as const;
  const made = await onServiceDatabase(service, (ctx) => createKey(ctx, accountCode, asked));
  mind("a key", made.key);
  mind("a signing secret", made.signingSecret);
  const hook = await service.call(testKey, "POST", "/webhooks", { url: "https://hooks.example.com/x", events: ["*"] });
  mind("a webhook secret", hook.json.data?.secret);
  // Orders, good ones and refused ones, of which the profile is read.
  for (const [key, quantity] of [
    [testKey, 1],
    [liveKey, 1],
    [liveKey, 51],
  ] as const) {
    const headers = { "Idempotency-Key": `log-${key}-${quantity}` };
    const { json } = await service.call(
      key,
      "POST",
      "/orders",
      { package_id: "esimaccess-TR_1_7", quantity, client_reference: `traveller-${quantity}@example.org` },
      headers,
    );
    if (!json.success) continue;
    let order = json;
    await until(async () => {
      order = (await service.call(key, "GET", `/orders/${json.data.reference}`)).json;
      return order.data.status === "delivered";
    });
    for (const esim of order.data.esims ?? order.data.profiles ?? []) {
      mind("an activation code", esim.activation_code);
      const install = await service.call(key, "GET", `/esims/${esim.iccid}/installation`);
      for (const code of JSON.stringify(install.json).match(/LPA:1\$[^"\\]+/g) ?? []) mind("an activation code", code);
    }
  }
  mind("an address in a reference", "traveller-1@example.org");
  // What people mistype, and what is sent to the wrong place.
  await postSignIn(service, { email: "stranger@example.net", password: "a password nobody may see" });
  mind("a stranger's address", "stranger@example.net");
  mind("a wrong password", "a password nobody may see");
  await service.call(testKey.slice(0, -1), "GET", "/account");
  await get(`/api/v1/account?key=${liveKey}`);
  await get(`/nowhere?token=${liveKey}\r\n{"level":"error","forged":true}`.replace(/[\r\n]/g, encodeURIComponent));
  const broken = {
    method: "POST",
    headers: { "content-type": "application/json", origin: service.url },
    body: `{"json":{"token":"x","password":"a password nobody may see","name":`,
  };
  await sendRaw(service, "/api/trpc/people/auth.acceptInvitation", broken);
  await until(() => /"operation":"GET \/esims/.test(service.output()));

  const logged = service.output().slice(service.output().indexOf("Ready on"));
  expect([...secrets.values()]).toContain("an activation code");
  expect([...secrets].filter(([value]) => logged.includes(value)).map(([, what]) => what)).toEqual([]);
  expect(logged).not.toMatch(/LPA:1\$[^$\s]+\$[0-9A-Za-z]/);
  expect(logged).not.toMatch(/[\w.+-]{2,}@(example|demo)/);
  const lines = logged.split("\n").slice(1).filter(Boolean);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines.filter((one) => one.startsWith("{"))) expect(JSON.parse(line)).not.toHaveProperty("forged");
});
