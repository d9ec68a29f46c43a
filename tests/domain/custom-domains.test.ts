import { afterAll, expect, test } from "vitest";
import {
  changeBrand,
  findStorefront,
  getBrand,
  getDomainSetup,
  isStorefrontHost,
  verifyDomain,
  verifyDomains,
} from "#server/domain/brand/index.ts";
import { listNotices } from "#server/domain/notices/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { type DnsAnswer, openDnsServer } from "#tests/support/dns-server.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const zone = new Map<string, DnsAnswer>();
const dns = await openDnsServer(({ name, type }) => (type === "TXT" && zone.get(name)) || "NXDOMAIN");
afterAll(() => dns.close());

let count = 0;

async function claimDomain(domain = `shop${++count}.example`) {
  const ctx = await enter((await newAccount()).code);
  const { domainToken: token } = await changeBrand(ctx, { customDomain: domain });
  return { ctx, domain, token, name: `_svc-verify.${domain}` };
}

const serves = async (domain: string) => (await findStorefront(database(), { domain }))?.brand.accountId ?? null;

const told = async (ctx: AccountCtx) => (await listNotices(ctx, { limit: 10 })).items.map(({ kind }) => kind).reverse();

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
  const noticesOf = async (ctx: AccountCtx) => (await listNotices(ctx, { limit: 10 })).items.map(({ kind }) => kind);
  zone.set(one.name, [one.token]);
  await Promise.all([verifyDomain(one.ctx), verifyDomain(one.ctx)]);
  await verifyDomain(one.ctx);
  expect(await noticesOf(one.ctx)).toEqual(["domain.verified"]);
  zone.set(one.name, ["other"]);
  await verifyDomain(one.ctx);
  await verifyDomain(one.ctx);
  expect(await noticesOf(one.ctx)).toEqual(["domain.lost", "domain.verified"]);
  zone.set(one.name, [one.token]);
  await verifyDomain(one.ctx);
  const other = await claimDomain(one.domain);
  zone.set(one.name, [one.token, other.token]);
  await verifyDomain(other.ctx);
  expect((await noticesOf(one.ctx)).slice(0, 2)).toEqual(["domain.lost", "domain.verified"]);
  expect(await noticesOf(other.ctx)).toEqual(["domain.verified"]);
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
  expect((await getDomainSetup(first.ctx))?.fault).toContain("Another account");
  expect(await told(first.ctx)).toEqual(["domain.verified", "domain.lost"]);
  expect(await told(second.ctx)).toEqual(["domain.verified"]);
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
