import { afterEach, describe, expect, test, vi } from "vitest";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import { overrideEnv, parseEnv } from "#server/kernel/env.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { direct } from "#tests/support/api.ts";
import { newAccount, newKey, system } from "#tests/support/world.ts";

const { code } = await newAccount({ rateMinute: 1_000_000, rateDay: 1_000_000 });
const make = (rest: { allowedIps?: string[]; expiresAt?: Date } = {}) =>
  createKey(system(), code, { environment: "test", name: "test", scopes: SCOPES, ...rest });
type Header = Record<string, string | string[]>;
const ask = async (headers: Header, peer = "192.0.2.1") =>
  await direct.send({ method: "GET", path: "/account", headers, peer });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

afterEach(() => {
  vi.useRealTimers();
  overrideEnv({ trustedProxies: undefined });
});

describe("a key", () => {
  test("is taken from either header, and from both when they agree", async () => {
    const { key } = await make();
    const shapes: Header[] = [
      bearer(key),
      { authorization: `bearer ${key}` },
      { authorization: `Bearer   ${key} ` },
      { "x-api-key": key },
      { "x-api-key": ` ${key} ` },
      { ...bearer(key), "x-api-key": key },
      { authorization: [`Bearer ${key}`, `Bearer ${key}`] },
    ];
    for (const headers of shapes) expect((await ask(headers)).status, JSON.stringify(headers)).toBe(200);
  });

  test("sent in two versions is none", async () => {
    const [{ key }, { key: other }] = [await make(), await make()];
    const shapes: Header[] = [
      { ...bearer(key), "x-api-key": other },
      { authorization: [`Bearer ${key}`, `Bearer ${other}`] },
      { "x-api-key": [key, other] },
      { authorization: `Bearer ${key}, Bearer ${other}` },
    ];
    for (const headers of shapes) expect((await ask(headers)).status).toBe(401);
  });

  test("ends with the moment of its expiry", async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { key } = await make({ expiresAt });
    vi.useFakeTimers({ toFake: ["Date"], now: expiresAt.getTime() - 1 });
    expect((await ask(bearer(key))).status).toBe(200);
    vi.setSystemTime(expiresAt);
    const got = await ask(bearer(key));
    expect([got.status, got.json.error.message]).toEqual([401, expect.stringContaining("expired")]);
  });

  test("that is revoked is refused from the next request on, as is one whose account is closed or opened again", async () => {
    const { key, keyPrefix } = await make();
    expect((await ask(bearer(key))).status).toBe(200);
    await changeAccount(system(), code, { testEnabled: false });
    expect((await ask(bearer(key))).status).toBe(403);
    await changeAccount(system(), code, { testEnabled: true });
    expect((await ask(bearer(key))).status).toBe(200);
    await revokeKey(system(), keyPrefix);
    expect((await ask(bearer(key))).status).toBe(401);
  });

  test("of the live environment is not affected by the switch of the other", async () => {
    const account = await newAccount();
    const key = await newKey(account.code, "live");
    await changeAccount(system(), account.code, { testEnabled: false });
    expect((await ask(bearer(key))).status).toBe(200);
    await changeAccount(system(), account.code, { testEnabled: true, liveEnabled: false });
    expect((await ask(bearer(key))).status).toBe(403);
  });
});

describe("an allowlist", () => {
  test.each([
    ["198.51.100.7", "198.51.100.7", "198.51.100.8"],
    ["198.51.100.0/24", "198.51.100.255", "198.51.101.0"],
    ["198.51.100.0/24", "::ffff:198.51.100.9", "::ffff:198.51.101.9"],
    ["::ffff:198.51.100.0/120", "198.51.100.9", "198.51.101.9"],
    ["2001:db8::/32", "2001:0DB8:0:0::1", "2001:db9::1"],
    ["2001:db8::5", "2001:db8:0:0:0:0:0:5", "2001:db8::6"],
    ["10.0.0.0/8", "10.255.255.255", "11.0.0.0"],
  ])("of %s lets %s in and keeps %s out", async (allowed, inside, outside) => {
    const { key } = await make({ allowedIps: [allowed] });
    expect((await ask(bearer(key), inside)).status).toBe(200);
    expect((await ask(bearer(key), outside)).json.error?.code).toBe("access_denied");
  });

  const ALLOWED = "198.51.100.7";
  const PROXY = "10.0.0.5";
  const SPOOFS: [string, string, Header][] = [
    ["no proxy in between", "203.0.113.9", { "x-forwarded-for": ALLOWED }],
    ["no proxy, twice", "203.0.113.9", { "x-forwarded-for": [ALLOWED, ALLOWED] }],
    ["an IPv6 peer", "2001:db8::9", { "x-forwarded-for": ALLOWED }],
    ["a peer just outside the proxies", "11.0.0.5", { "x-forwarded-for": ALLOWED }],
    ["a mapped peer outside the proxies", "::ffff:11.0.0.5", { "x-forwarded-for": ALLOWED }],
    ["a peer that is no address", "unknown", { "x-forwarded-for": ALLOWED }],
    ["an empty peer", "", { "x-forwarded-for": ALLOWED }],
    ["put in front", PROXY, { "x-forwarded-for": `${ALLOWED}, 203.0.113.9` }],
    ["put in front twice", PROXY, { "x-forwarded-for": `${ALLOWED}, ${ALLOWED}, 203.0.113.9` }],
    ["put in an earlier header", PROXY, { "x-forwarded-for": [ALLOWED, "203.0.113.9"] }],
    ["put in front of proxies", PROXY, { "x-forwarded-for": `${ALLOWED}, 203.0.113.9, 10.1.1.1` }],
    ["with a pretended proxy", PROXY, { "x-forwarded-for": `${ALLOWED}, 10.9.9.9, 203.0.113.9` }],
    ["with a port", PROXY, { "x-forwarded-for": `${ALLOWED}:443` }],
    ["in brackets", PROXY, { "x-forwarded-for": `[${ALLOWED}]` }],
    ["in quotes", PROXY, { "x-forwarded-for": `"${ALLOWED}"` }],
    ["in octal", PROXY, { "x-forwarded-for": "0306.063.0144.07" }],
    ["in hexadecimal", PROXY, { "x-forwarded-for": "0xc6.0x33.0x64.0x07" }],
    ["as one number", PROXY, { "x-forwarded-for": "3325256711" }],
    ["with leading zeros", PROXY, { "x-forwarded-for": "198.051.100.007" }],
    ["shortened", PROXY, { "x-forwarded-for": "198.51.25607" }],
    ["in full-width digits", PROXY, { "x-forwarded-for": "１９８.51.100.7" }],
    ["with a zone", PROXY, { "x-forwarded-for": `::ffff:${ALLOWED}%eth0` }],
    ["with a prefix", PROXY, { "x-forwarded-for": `${ALLOWED}/32` }],
    ["followed by nothing", PROXY, { "x-forwarded-for": `${ALLOWED},` }],
    ["followed by blanks", PROXY, { "x-forwarded-for": `${ALLOWED}, ,` }],
    ["followed by a word", PROXY, { "x-forwarded-for": `${ALLOWED}, unknown` }],
    ["followed by an empty header", PROXY, { "x-forwarded-for": [ALLOWED, ""] }],
    ["separated by semicolons", PROXY, { "x-forwarded-for": `203.0.113.9; ${ALLOWED}` }],
    ["in X-Real-IP", PROXY, { "x-real-ip": ALLOWED }],
    ["in Forwarded", PROXY, { forwarded: `for=${ALLOWED}` }],
    [
      "in X-Client-IP, CF-Connecting-IP and True-Client-IP",
      PROXY,
      { "x-client-ip": ALLOWED, "cf-connecting-ip": ALLOWED, "true-client-ip": ALLOWED },
    ],
    ["in X-Forwarded", PROXY, { "x-forwarded": ALLOWED, "x-forwarded-host": ALLOWED }],
  ];

  test.each(SPOOFS)("is not passed by an address that was written by the client: %s", async (_name, peer, headers) => {
    const { trustedProxies } = parseEnv({ TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8" } as unknown as NodeJS.ProcessEnv);
    overrideEnv({ trustedProxies });
    const { key } = await make({ allowedIps: [ALLOWED, "::1", "fe80::/10"] });
    const got = await ask({ ...bearer(key), ...headers }, peer);
    expect([got.status, got.json.error?.code]).toEqual([403, "access_denied"]);
    // The client itself is let in by the same way.
    expect((await ask({ ...bearer(key), "x-forwarded-for": `203.0.113.9, ${ALLOWED}` }, PROXY)).status).toBe(200);
  });
});
