import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { behindOwnServer } from "#server/kernel/client-address.ts";
import { database } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { findStore, type Store } from "#server/storefront/open-store.ts";
import { postOrder } from "#server/storefront/post-checkout.ts";
import { readCheckout } from "#server/storefront/read-checkout.ts";
import { withCookies } from "#tests/support/with-cookies.ts";
import { enter, newAccount, newPackage } from "#tests/support/world.ts";

/** What the browser keeps. */
const jar = new Map<string, string>();

const CODE = "WORTH-A-LOT";
const MOST_GUESSES = 60;

let store: Store;
let slug: string;
let plan: string;

beforeAll(async () => {
  // As the door says where a request comes from.
  behindOwnServer().now = true;
  const { id } = await newPackage({ costUsd: 4, country: "TR" });
  const ctx = await enter((await newAccount()).code, "test");
  const brand = await database().prisma.brand.findFirstOrThrow({ where: { accountId: ctx.account.id } });
  const { shopCode } = await database().prisma.package.findUniqueOrThrow({ where: { id } });
  [slug, plan] = [`${brand.portalSlug}@test`, shopCode];
  const worth = { percentOff: money(10), amountOff: null, packageIds: [id], destinations: [] };
  const always = { startsAt: null, endsAt: null, mostUses: null, oncePerPerson: false };
  await createDiscount(ctx, { code: CODE, ...worth, ...always }, { belowCost: false });
  store = (await findStore(slug, "en"))!;
});
afterAll(() => {
  behindOwnServer().now = false;
});
beforeEach(() => jar.clear());

/** Sends the form with a code, and looks at the page that comes back: whether it says anything of the code. */
async function guess(ip: string, code: string, others: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ code, act: "update", quantity: "1", ...others })) body.set(name, value);
  const headers = { "sec-fetch-site": "same-origin", "x-client-address": ip };
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  const answer = await withCookies(jar, () =>
    postOrder(request, { params: Promise.resolve({ slug, lang: "en", id: plan }) }),
  );
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    jar.set(name!, value!);
  }
  const page = await withCookies(jar, () => readCheckout(store, plan));
  if (page === null || page === "missing" || "movedTo" in page) throw new Error("There is no checkout.");
  return {
    problem: new URL(answer.headers.get("location")!, "http://localhost").searchParams.get("problem"),
    kept: page.draft!.code,
    isJudged: page.totals[0]!.off !== null || page.faults.some(({ field }) => field === "code"),
  };
}

test("a code that was counted is judged, right or wrong", async () => {
  expect(await guess("198.51.100.1", CODE)).toEqual({ problem: null, kept: CODE, isJudged: true });
  expect(await guess("198.51.100.1", "NOTHING")).toEqual({ problem: null, kept: "NOTHING", isJudged: true });
  const wrong = await guess("198.51.100.1", "NOTHING", { act: "pay" });
  expect(wrong).toEqual({ problem: "validation_error", kept: "NOTHING", isJudged: true });
});

test("of a guess too many the page that comes back says nothing, and keeps what was typed", async () => {
  const ip = "198.51.100.2";
  for (let i = 0; i < MOST_GUESSES; i++) await limitAttempts("discount", ip);
  for (const code of [CODE, "NOTHING"])
    expect(await guess(ip, code)).toEqual({ problem: "rate_limit_exceeded", kept: code, isJudged: false });
});

test("nor does it of one that was refused before it was counted", async () => {
  const ip = "198.51.100.3";
  const typed = { buyerName: "\u0000" };
  expect(await guess(ip, CODE, typed)).toEqual({ problem: "validation_error", kept: CODE, isJudged: false });
  // Too many forms of any kind.
  for (let i = 0; i < 60; i++) await guess(ip, "");
  expect(await guess(ip, CODE)).toEqual({ problem: "rate_limit_exceeded", kept: CODE, isJudged: false });
});
