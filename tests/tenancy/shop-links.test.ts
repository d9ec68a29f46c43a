import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import {
  getLink,
  getOwnedEsim,
  getPurchase,
  listOwnedEsims,
  mailMagicLink,
  requestMagicLink,
  settleCheckout,
  shareEsim,
  tryAccessCode,
} from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql, statement } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { BASE62, newRecoveryCode, newRequestId, randomBase62, ulid } from "#server/kernel/ids.ts";
import { goToPay, openLiveStore } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

/** A sample in the ordinary run, ten thousand of each with `npm run tenancy`. */
const TRIES = process.env.TENANCY === "full" ? 10_000 : 200;
vi.setConfig({ testTimeout: 20_000 + TRIES * 60 });

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

const VICTIM = { browser: randomBase62(43), form: randomBase62(43) };
const EMAIL = "victim@example.com";

let packageId: string;
let live: AccountCtx;
let shop: AccountCtx;
let bought: { id: number; token: string; esimId: number; url: string | null };

beforeAll(async () => {
  ({ packageId } = await newPackage());
  live = await openLiveStore();
  shop = await enter((await newAccount()).code, "test");
  const { checkout, token, payUrl } = await goToPay(shop, packageId, { email: EMAIL, attempt: VICTIM });
  await payInTest(shop, (await findPayment(shop.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  const [owned] = await listOwnedEsims(shop, await getLink(shop, token));
  bought = { id: checkout.id, token, esimId: owned!.esim.id, url: payUrl };
});

/** Values beside one that is known: one place changed, the next and the one before, cut, in another case. */
function neighboursOf(value: string): string[] {
  const beside = [...value].flatMap((letter, at) =>
    [-1, 1].map((by) => {
      const next = BASE62[(BASE62.indexOf(letter) + by + BASE62.length) % BASE62.length]!;
      return value.slice(0, at) + next + value.slice(at + 1);
    }),
  );
  return [
    ...beside,
    value.slice(1),
    `${value}0`,
    value.toLowerCase(),
    value.toUpperCase(),
    [...value].reverse().join(""),
  ];
}

/** What strangers can read or make up: neighbours, numbers of orders, request ids, and chance. */
function guesses(value: string): string[] {
  const numbers = Array.from({ length: TRIES / 4 }, (_, i) => [String(bought.id + i), `B2B-${i + 1}`]).flat();
  const printed = Array.from({ length: TRIES / 8 }, () => [ulid(), newRequestId()]).flat();
  const drawn = Array.from({ length: TRIES }, () => randomBase62(43));
  return [...neighboursOf(value), ...numbers, ...printed, ...drawn].filter((guess) => guess !== value);
}

const opens = async (work: Promise<unknown>): Promise<boolean> =>
  await work.then(
    () => true,
    () => false,
  );

describe("a form that is sent again", () => {
  const again = (change: Parameters<typeof goToPay>[2] = {}) =>
    goToPay(live, packageId, { email: EMAIL, attempt: VICTIM, ...change });

  test("by the same browser with the same input is the same purchase, also many times at once", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => again()));
    expect(new Set(all.map(({ checkout }) => checkout.id)).size).toBe(1);
    expect(new Set(all.map(({ payUrl }) => payUrl)).size).toBe(1);
  });

  test.each([
    ["another address", { email: "mallory@example.com" }],
    ["another quantity", { quantity: 2 }],
    ["another browser", { attempt: { ...VICTIM, browser: randomBase62(43) } }],
    ["another page", { attempt: { ...VICTIM, form: randomBase62(43) } }],
  ])("with %s is another purchase, of another payment page", async (_what, change) => {
    const victim = await again();
    const other = await again(change);
    expect(other.checkout.id).not.toBe(victim.checkout.id);
    expect(other.payUrl).not.toBe(victim.payUrl);
    expect(await getPurchase(live, await getLink(live, other.token))).toMatchObject({ id: other.checkout.id });
  });

  test("from a page that was seen leads nobody to the purchase, whatever stands for the browser", async () => {
    const victim = await again();
    const browsers = guesses(VICTIM.browser);
    const tries = Array.from({ length: TRIES / 4 }, () => browsers[randomInt(browsers.length)]!);
    const led = new Set<number>();
    for (const browser of tries) led.add((await again({ attempt: { ...VICTIM, browser } })).checkout.id);
    expect(led.has(victim.checkout.id)).toBe(false);
  });

  test("is known by a hash, and no address that a provider shows carries the link", async () => {
    const { checkout, token } = await again({ quantity: 3 });
    const [row] = await database().query<{ text: string }>(sql`
      select concat(c, p) as text from checkouts c join payments p on p.checkout_id = c.id where c.id = ${checkout.id}`);
    for (const secret of [VICTIM.browser, VICTIM.form, token]) expect(row!.text).not.toContain(secret);
    const session = [...stripe.sessions.values()].at(-1)!;
    expect(session.success_url).toBe(`https://shop.example/de/back/${checkout.id}`);
    expect(JSON.stringify(session)).not.toContain(token);
  });
});

describe("nothing is opened by", () => {
  test("a value beside a link, an order's number, a request's id, or chance", async () => {
    expect(await opens(getLink(shop, bought.token))).toBe(true);
    const wrong: string[] = [];
    for (const guess of guesses(bought.token)) if (await opens(getLink(shop, guess))) wrong.push(guess);
    expect(wrong).toEqual([]);
  });

  test("a link in another shop, in the other environment, or for an eSIM that it is not of", async () => {
    const link = await getLink(shop, bought.token);
    expect(await opens(getLink(live, bought.token))).toBe(false);
    expect(await opens(getLink(await enter(shop.account.code, "live"), bought.token))).toBe(false);
    for (let id = bought.esimId - 50; id < bought.esimId + 50; id++)
      expect(await opens(getOwnedEsim(shop, link, id)), String(id)).toBe(id === bought.esimId);
  });

  test("codes of a shared eSIM: ten tries are looked at, however many come at once", async () => {
    const link = await getLink(shop, bought.token);
    const { token, code } = await shareEsim(shop, link, bought.esimId);
    expect(await tryAccessCode(shop, token, code)).toBe(true);
    const wrong = Array.from({ length: TRIES }, () => newRecoveryCode().slice(0, 9)).filter((other) => other !== code);
    for (let at = 0; at < wrong.length; at += 200) {
      const together = wrong.slice(at, at + 200).map((other) => tryAccessCode(shop, token, other));
      expect(await Promise.all(together)).not.toContain(true);
    }
    const [{ failures } = { failures: 0 }] = await database().query<{ failures: number }>(
      sql`select failures from store_links where esim_id = ${bought.esimId} and kind = 'share' order by created_at desc limit 1`,
    );
    expect(failures).toBe(10);
    expect(await tryAccessCode(shop, token, code)).toBe(false);
  });

  test("right codes that come at once use up no tries", async () => {
    const { token, code } = await shareEsim(shop, await getLink(shop, bought.token), bought.esimId);
    for (let i = 0; i < 15; i++) expect(await tryAccessCode(shop, token, code)).toBe(true);
  });
});

test("ids that are printed say nothing about those before and after them", () => {
  const ids = Array.from({ length: 10_000 }, () => ulid());
  expect(new Set(ids).size).toBe(ids.length);
  // Of a counter the next value has the same first letters after the time; by chance hardly any pair shares five.
  const alike = ids.filter((id, i) => i > 0 && id.slice(10, 15) === ids[i - 1]!.slice(10, 15));
  expect(alike.length).toBeLessThan(3);
  expect([...ids].map((id) => id.slice(0, 10))).toEqual([...ids].map((id) => id.slice(0, 10)).sort());
});

test("a link that many ask for at once is sent once, and six times a day at most", async () => {
  const links = async () =>
    (await database().query(sql`select from mails where account_id = ${shop.account.id} and kind = 'magic-link'`))
      .length;
  const asked = { accountCode: shop.account.code, environment: shop.environment, locale: "en" };
  const ask = (ctx = shop) => mailMagicLink(ctx, { ...asked, email: EMAIL });
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(await links()).toBe(1);
  for (let i = 1; i <= 12; i++) await ask({ ...shop, clock: { now: () => new Date(Date.now() + i * 3 * 60_000) } });
  expect(await links()).toBe(6);
  await mailMagicLink(shop, { ...asked, email: "nobody@example.com" });
  expect(await links()).toBe(6);
});

test("how long it takes to ask for a link tells nobody who is a customer: nothing of the shop's is looked at", async () => {
  const { held, release } = await lockTables("checkouts", "gifts", "mails", "store_links");
  for (const email of [EMAIL, "nobody@example.com"]) await requestMagicLink(shop, { email, locale: "en" });
  release();
  await held;
  const waiting = await database().query<{ key: string }>(
    sql`select key from outbox_jobs where job = 'send-magic-link' order by id`,
  );
  expect(waiting.map(({ key }) => key.split(" ").at(-1))).toEqual([EMAIL, "nobody@example.com"]);
});

/** Nobody reads them until they are released. */
async function lockTables(...tables: string[]) {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database().transaction(async (tx) => {
    for (const table of tables) await tx.query(statement(`lock table ${table} in access exclusive mode`));
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return { held, release: () => released.resolve() };
}
