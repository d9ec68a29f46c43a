import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import {
  changeBrand,
  findStorefront,
  getBrand,
  getDomainSetup,
  isStorefrontHost,
  parseBrandFields,
  verifyDomain,
  verifyDomains,
} from "#server/domain/reseller/brand/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { openTexts } from "#tests/support/dns-server.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const { zone, late, queries, close } = await openTexts();
afterAll(() => close());

let count = 0;

async function claimDomain(domain = `shop${++count}.example`) {
  const ctx = await enter((await newAccount()).code);
  const { domainToken: token } = await changeBrand(ctx, { customDomain: domain });
  return { ctx, domain, token, name: `_svc-verify.${domain}` };
}

const serves = async (domain: string) => (await findStorefront(database(), { domain }))?.brand.accountId ?? null;

const told = async (ctx: AccountCtx) =>
  (await listNotifications(ctx, { limit: 10 })).items.map(({ kind }) => kind).reverse();

test("a domain serves once its record holds the token, and is said to be missing before, in words", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  expect(await serves(domain)).toBeNull();
  const waiting = await verifyDomain(ctx);
  expect(waiting).toMatchObject({ status: "pending", fault: expect.stringContaining(`There is no name ${name} yet`) });
  expect(waiting.records).toContainEqual({ type: "TXT", name, value: token, purpose: "proof" });
  zone.set(name, [token]);
  expect(await verifyDomain(ctx)).toMatchObject({ status: "verified", fault: null });
  expect(await serves(domain)).toBe(ctx.account.id);
  expect(await isStorefrontHost(domain)).toBe(true);
  await verifyDomain(ctx);
  expect(await told(ctx)).toEqual(["domain.verified"]);
});

test("a look that began before the record was there takes nothing from whoever proves the domain meanwhile", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  const { promise, resolve } = Promise.withResolvers<void>();
  late.set(name, promise);
  const scheduled = verifyDomains(system());
  await expect.poll(() => queries.some((query) => query.name === name)).toBe(true);
  late.delete(name);
  zone.set(name, [token]);
  await sleep(2);
  expect(await verifyDomain(ctx)).toMatchObject({ status: "verified" });
  resolve();
  await scheduled;
  expect(await getDomainSetup(ctx)).toMatchObject({ status: "verified", fault: null });
  expect(await serves(domain)).toBe(ctx.account.id);
  expect(await told(ctx)).toEqual(["domain.verified"]);
});

test.each([
  ["another value", (token: string) => [`not-${token.slice(0, 5)}`], /is "not-.*not/],
  ["the value with words around it", (token: string) => [`svc-verify=${token}`], /must be the value alone/],
])("a record with %s is explained", async (_what, values, words) => {
  const { ctx, token, name } = await claimDomain();
  zone.set(name, values(token));
  expect((await verifyDomain(ctx)).fault).toMatch(words);
});

test("a record that the DNS provider put below the domain a second time is recognised", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  zone.set(`${name}.${domain}`, [token]);
  expect((await verifyDomain(ctx)).fault).toContain("adds");
});

test("the team hears once that a domain is verified, and once that it is lost, also when another account took it", async () => {
  const one = await claimDomain();
  const notificationsOf = async (ctx: AccountCtx) =>
    (await listNotifications(ctx, { limit: 10 })).items.map(({ kind }) => kind);
  zone.set(one.name, [one.token]);
  await Promise.all([verifyDomain(one.ctx), verifyDomain(one.ctx)]);
  await verifyDomain(one.ctx);
  expect(await notificationsOf(one.ctx)).toEqual(["domain.verified"]);
  zone.set(one.name, ["other"]);
  await verifyDomain(one.ctx);
  await verifyDomain(one.ctx);
  expect(await notificationsOf(one.ctx)).toEqual(["domain.lost", "domain.verified"]);
  zone.set(one.name, [one.token]);
  await verifyDomain(one.ctx);
  const other = await claimDomain(one.domain);
  zone.set(one.name, [one.token, other.token]);
  await verifyDomain(other.ctx);
  expect((await notificationsOf(one.ctx)).slice(0, 2)).toEqual(["domain.lost", "domain.verified"]);
  expect(await notificationsOf(other.ctx)).toEqual(["domain.verified"]);
});

test("a domain that is no longer proved serves nothing; silence of the DNS changes nothing", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  zone.set(name, [token]);
  await verifyDomain(ctx);
  zone.set(name, "SERVFAIL");
  expect(await verifyDomain(ctx)).toMatchObject({
    status: "verified",
    fault: expect.stringContaining("did not answer"),
  });
  zone.set(name, []);
  expect(await verifyDomain(ctx)).toMatchObject({ status: "pending" });
  expect(await serves(domain)).toBeNull();
  await verifyDomain(ctx);
  expect(await told(ctx)).toEqual(["domain.verified", "domain.lost"]);
});

test("a claim blocks nobody, and the newest valid proof wins until it is proved anew", async () => {
  const first = await claimDomain();
  const second = await claimDomain(first.domain);
  zone.set(first.name, [first.token]);
  await verifyDomain(first.ctx);
  await verifyDomain(second.ctx);
  expect(await serves(first.domain)).toBe(first.ctx.account.id);
  zone.set(first.name, [first.token, second.token]);
  await verifyDomain(second.ctx);
  expect(await serves(first.domain)).toBe(second.ctx.account.id);
  // The daily look at the old proof takes nothing back.
  await database().query(
    sql`update brands set domain_checked_at = now() - interval '2 days' where custom_domain = ${first.domain}`,
  );
  await verifyDomains(system());
  expect(await serves(first.domain)).toBe(second.ctx.account.id);
  expect((await getDomainSetup(first.ctx))?.status).toBe("pending");
  expect(await told(first.ctx)).toEqual(["domain.verified", "domain.lost"]);
  expect(await told(second.ctx)).toEqual(["domain.verified"]);
});

test("a brand that was displaced gets its domain back by a new record, never by the old one", async () => {
  const first = await claimDomain();
  zone.set(first.name, [first.token]);
  await verifyDomain(first.ctx);
  const second = await claimDomain(first.domain);
  zone.set(first.name, [first.token, second.token]);
  await verifyDomain(second.ctx);
  expect((await getDomainSetup(first.ctx))?.fault).toContain("Another account");
  // "Check" without any change in the DNS, by whoever was displaced, as often as they like.
  for (let i = 0; i < 3; i++) expect(await verifyDomain(first.ctx)).toMatchObject({ status: "pending" });
  expect(await serves(first.domain)).toBe(second.ctx.account.id);
  const { domainToken: fresh } = await getBrand(first.ctx);
  expect(fresh).toMatch(/^[0-9a-f]{64}$/);
  expect(fresh).not.toBe(first.token);
  zone.set(first.name, [first.token, second.token, fresh]);
  expect(await verifyDomain(first.ctx)).toMatchObject({ status: "verified" });
  expect(await serves(first.domain)).toBe(first.ctx.account.id);
  await verifyDomain(second.ctx);
  expect(await serves(first.domain)).toBe(first.ctx.account.id);
});

test("a look that was under way while another account took the domain changes nothing", async () => {
  const first = await claimDomain();
  zone.set(first.name, [first.token]);
  await verifyDomain(first.ctx);
  const second = await claimDomain(first.domain);
  zone.set(first.name, [first.token, second.token]);
  for (let i = 0; i < 5; i++)
    await Promise.all([verifyDomain(first.ctx), changeBrand(first.ctx, { name: "At once" }), verifyDomain(second.ctx)]);
  expect(await serves(first.domain)).toBe(second.ctx.account.id);
  expect((await getBrand(first.ctx)).domainVerifiedAt).toBeNull();
});

test("another brand that waits for its record keeps its value while the owner is looked at daily", async () => {
  const owner = await claimDomain();
  zone.set(owner.name, [owner.token]);
  await verifyDomain(owner.ctx);
  const other = await claimDomain(owner.domain);
  await verifyDomain(owner.ctx);
  expect((await getBrand(other.ctx)).domainToken).toBe(other.token);
});

test("each claim has a value of its own: an old record proves no domain that was given up", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  zone.set(name, [token]);
  await verifyDomain(ctx);
  await changeBrand(ctx, { customDomain: null });
  const { domainToken } = await changeBrand(ctx, { customDomain: domain });
  expect(domainToken).not.toBe(token);
  expect(await verifyDomain(ctx)).toMatchObject({ status: "pending" });
});

test.each([
  "evil.com/x",
  "evil.com:8443",
  "user@evil.com",
  "https://evil.com",
  "evil.com?x",
  "evil.com#x",
  "evil.com\\x",
  " evil.com",
  "evil",
  "10.0.0.1",
  "a..b",
  "evil.com\r\nx",
  "e%76il.com",
  "[::1]",
])("%j is no domain", (custom_domain) => {
  expect(() => parseBrandFields({ custom_domain })).toThrow(/domain name/);
});

test.each([
  ["Shop.Example.COM", "shop.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["", null],
])("%j is kept as %j", (custom_domain, kept) => {
  expect(parseBrandFields({ custom_domain }).customDomain).toBe(kept);
});

test("changing the domain ends the old one at once; other changes leave it verified", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  zone.set(name, [token]);
  await verifyDomain(ctx);
  await changeBrand(ctx, { name: "Another name" });
  expect((await getBrand(ctx)).domainVerifiedAt).not.toBeNull();
  await changeBrand(ctx, { customDomain: `other-${domain}` });
  expect(await serves(domain)).toBeNull();
  expect((await getBrand(ctx)).domainVerifiedAt).toBeNull();
});

test("a test brand never takes the live one's domain", async () => {
  const { ctx, domain, token, name } = await claimDomain();
  zone.set(name, [token]);
  await verifyDomain(ctx);
  const test = { ...ctx, environment: "test" as const };
  await changeBrand(test, { name: "Test brand" });
  await verifyDomains(system());
  const found = await findStorefront(database(), { domain });
  expect(found?.brand).toMatchObject({ environment: "live", name: "Test Travel Ltd" });
});
