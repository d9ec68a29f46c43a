import { expect, test } from "vitest";
import {
  BrandFields,
  changeBrand,
  findStorefront,
  getBrand,
  getDraft,
  listVersions,
  previewUrl,
  publishDraft,
  readPreview,
  restoreVersion,
  reviewsOf,
  saveDraft,
  storefrontRoute,
  textIn,
} from "#server/domain/reseller/brand/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { HOUR } from "#server/kernel/time.ts";
import { enter, newAccount } from "#tests/support/world.ts";

async function newReseller() {
  const { code } = await newAccount();
  const as = async (name: string, environment: "test" | "live" = "live"): Promise<AccountCtx> => ({
    ...(await enter(code, environment)),
    actor: { kind: "staff", name, role: "owner" },
  });
  return {
    mia: await as("mia@example.com"),
    ben: await as("ben@example.com"),
    test: await as("mia@example.com", "test"),
  };
}

test("a draft shows nobody anything until it is published, whole, as it was seen", async () => {
  const { mia, ben, test: sandbox } = await newReseller();
  const before = await getBrand(mia);
  await saveDraft(mia, { fields: { brand_name: "Sunny", primary_color: "#aa3311" }, revision: 0 });
  expect(await getBrand(mia)).toEqual(before);
  expect(await getDraft(ben)).toMatchObject({
    changes: { brand_name: "Sunny", primary_color: "#AA3311" },
    editedBy: "staff:mia@example.com",
    revision: 1,
  });
  expect((await getDraft(sandbox)).revision).toBe(0);
  // What the API changes meanwhile is not undone by publishing, and has to be seen first.
  await changeBrand(ben, { supportEmail: "help@sunny.example" });
  await expect(publishDraft(mia, { revision: 1, version: 0 })).rejects.toMatchObject({ code: "conflict" });
  const published = await publishDraft(mia, { revision: 1, version: 2 });
  expect(published).toMatchObject({ name: "Sunny", primaryColor: "#AA3311", supportEmail: "help@sunny.example" });
  expect(await getDraft(mia)).toMatchObject({ changes: {}, revision: 2 });
  await expect(publishDraft(mia, { revision: 2, version: 3 })).rejects.toMatchObject({ code: "conflict" });
});

test("nobody replaces a draft that they have not seen, not even both at once; a draft has what a brand may have", async () => {
  const { mia, ben } = await newReseller();
  const both = [mia, ben].map((ctx) => saveDraft(ctx, { fields: { brand_name: ctx.actor.name }, revision: 0 }));
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const kept = await getDraft(mia);
  await expect(saveDraft(ben, { fields: {}, revision: 0 })).rejects.toMatchObject({ code: "conflict" });
  await expect(publishDraft(ben, { revision: 0, version: 0 })).rejects.toMatchObject({ code: "conflict" });
  for (const fields of [
    { primary_color: "red" },
    { portal_slug: "admin" },
    { logo_url: "http://a.example/x" },
  ] as Record<string, string>[])
    await expect(saveDraft(ben, { fields, revision: 1 })).rejects.toMatchObject({ code: "validation_error" });
  expect(await getDraft(mia)).toEqual(kept);
});

test("earlier versions are kept with who and when, the last ten of them, and can be returned to", async () => {
  const { mia, ben } = await newReseller();
  const first = await getBrand(mia);
  for (let i = 1; i <= 12; i++) await changeBrand(i % 2 ? mia : ben, { name: `Name ${i}` });
  await changeBrand(mia, { name: "Name 12" });
  const versions = await listVersions(mia);
  expect(versions.map(({ fields }) => fields.brand_name)).toEqual(
    Array.from({ length: 11 }, (_, i) => `Name ${12 - i}`),
  );
  expect(versions[0]).toMatchObject({ number: 13, publishedBy: "staff:ben@example.com" });
  const back = versions.at(-1)!;
  await expect(restoreVersion(mia, { number: back.number, version: 12 })).rejects.toMatchObject({ code: "conflict" });
  await expect(restoreVersion(mia, { number: 1, version: 13 })).rejects.toMatchObject({ code: "resource_not_found" });
  const restored = await restoreVersion(mia, { number: back.number, version: 13 });
  expect(restored).toEqual({ ...first, name: "Name 2", updatedAt: restored.updatedAt });
  expect((await listVersions(mia))[0]).toMatchObject({ number: 14, fields: { brand_name: "Name 2" } });
});

test("a preview is opened by an address that we signed, for two hours at most, and shows this draft alone", async () => {
  const { mia, test: sandbox } = await newReseller();
  const other = await newReseller();
  const slug = (await getBrand(other.mia)).portalSlug;
  await saveDraft(mia, { fields: { brand_name: "Sunny", portal_slug: slug }, revision: 0 });
  const route = storefrontRoute(`${previewUrl(mia)}/en`, "service");
  if (route === null || route === "missing") throw new Error("It is a preview.");
  const shown = await findStorefront(database(), route.address);
  // The slug is not its own yet: what is found by it is another's.
  const own = (await getBrand(mia)).portalSlug;
  expect(shown).toMatchObject({ accountCode: mia.account.code, brand: { name: "Sunny", portalSlug: own } });
  expect(await findStorefront(database(), { slug: own, environment: "live" })).not.toMatchObject({
    brand: { name: "Sunny" },
  });
  const token = previewUrl(mia).split("/").at(-1)!;
  expect(readPreview(token)).toMatchObject({ accountId: mia.account.id, environment: "live" });
  const forged = [
    token.replace("live", "test"),
    token.replace(`-${mia.account.id}-`, `-${other.mia.account.id}-`),
    token.replace(/-(\d+)-([0-9a-f]+)$/, (_, hour, mac) => `-${Number(hour) + 1}-${mac}`),
    `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
  ];
  const old = { ...mia, clock: { now: () => new Date(Date.now() - 3 * HOUR) } };
  for (const wrong of [...forged, previewUrl(old).split("/").at(-1)!]) expect(readPreview(wrong), wrong).toBeNull();
  expect(readPreview(previewUrl(sandbox).split("/").at(-1)!)).toMatchObject({ environment: "test" });
  // Nothing can be bought in it, and nothing of anybody's own is in it.
  for (const path of ["/en/order/x", "/en/checkout/x/pay", "/en/pay/x", "/sitemap.xml", "/en/my/x", ""])
    expect(storefrontRoute(previewUrl(mia) + path, "service"), path).toBe("missing");
});

test("what only the shop shows is drafted, published and brought back like the rest, and the API never has it", async () => {
  const { mia } = await newReseller();
  await changeBrand(mia, { supportEmail: "help@sunny.example" });
  const own = { hero_title_de: "Ab in die Sonne", font: "source-serif" };
  await saveDraft(mia, { fields: own, revision: 0 });
  expect((await getBrand(mia)).shop).toEqual({});
  await publishDraft(mia, { revision: 1, version: 2 });
  const { shop } = await getBrand(mia);
  expect(shop).toEqual(own);
  // In the page's language, else in the brand's, else in none.
  expect(textIn(shop, "hero_title", "fr", "de")).toEqual({ text: "Ab in die Sonne", language: "de" });
  expect(textIn(shop, "hero_title", "fr", "en")).toBeNull();
  // A change by the API leaves it alone.
  await changeBrand(mia, { name: "Sunnier" });
  expect((await getBrand(mia)).shop).toEqual(own);
  await restoreVersion(mia, { number: 2, version: 4 });
  expect((await getBrand(mia)).shop).toEqual({});
  await restoreVersion(mia, { number: 3, version: 5 });
  expect((await getBrand(mia)).shop).toEqual(own);
  expect(BrandFields.safeParse({ font: "manrope" }).success).toBe(false);
  for (const fields of [
    { font: "comic" },
    { hero_title_en: "x".repeat(81) },
    { hero_lead_en: "two\nlines" },
    { payment_marks: "visa,gold" },
    { reviews: "Nobody said so." },
    { reviews: "Good. — Mia\n".repeat(7) },
    { support_hours_de: "x".repeat(121) },
  ] as Record<string, string>[])
    await expect(saveDraft(mia, { fields, revision: 2 })).rejects.toMatchObject({ code: "validation_error" });
});

test("what travellers said is a line each: the words, a dash, and who said it", () => {
  expect(reviewsOf("Fast — really fast – Mia, Berlin\n\n  Good. - Ada\nwithout a name\n— nobody")).toEqual([
    { words: "Fast — really fast", name: "Mia, Berlin" },
    { words: "Good.", name: "Ada" },
    null,
    null,
  ]);
});
