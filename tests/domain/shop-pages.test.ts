import { describe, expect, test } from "vitest";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { previewUrl, readPreview, storefrontVersion } from "#server/domain/reseller/brand/index.ts";
import { listMissing, setSeller } from "#server/domain/shop/law/index.ts";
import {
  findPage,
  inLanguage,
  listPages,
  type PageTexts,
  removePage,
  savePage,
} from "#server/domain/shop/pages/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { newPerson } from "#tests/support/people.ts";
import { SELLER } from "#tests/support/sellers.ts";
import { enter, newAccount } from "#tests/support/world.ts";

// Pages of a shop in its reseller's own words.

const EN: PageTexts = { en: { title: "About us", body: "We travel.\r\n\r\nYou too?  " } };
const page = { name: "about-us", texts: EN, isShown: true, revision: 0 };
const names = async (ctx: AccountCtx) => (await listPages(ctx)).map(({ name }) => name);

describe("a page", () => {
  test("is kept with its languages, hidden or shown, legal ones first, and on record", async () => {
    const ctx = await enter((await newAccount()).code, "live");
    await savePage(ctx, page);
    await savePage(ctx, { name: "privacy", texts: { de: { title: "", body: "Wenig." } }, isShown: false, revision: 0 });
    expect(await names(ctx)).toEqual(["privacy", "about-us"]);
    expect(await findPage(ctx, "about-us")).toMatchObject({
      texts: { en: { title: "About us", body: "We travel.\n\nYou too?" } },
      ...{ isShown: true, revision: 1 },
    });
    await savePage(ctx, { ...page, texts: { de: { title: "Über uns", body: "Wir reisen." } }, revision: 1 });
    expect(Object.keys((await findPage(ctx, "about-us"))!.texts)).toEqual(["de"]);
    await removePage(ctx, { name: "about-us", revision: 2 });
    expect(await names(ctx)).toEqual(["privacy"]);
    const { items } = await listAudit(ctx, { limit: 9 });
    expect(items.map(({ act }) => act)).toEqual(expect.arrayContaining(["page.save", "page.remove"]));
  });

  test("of live is shown in test until it has its own, and again without it; nobody else's is", async () => {
    const { code } = await newAccount();
    const [live, other] = [await enter(code, "live"), await enter(code, "test")];
    await savePage(live, page);
    expect(await findPage(other, "about-us")).toMatchObject({ environment: "live" });
    await savePage(other, { ...page, texts: { en: { title: "Trial", body: "Trial" } }, revision: 1 });
    expect((await listPages(other)).map(({ titles }) => titles.en)).toEqual(["Trial"]);
    expect((await listPages(live)).map(({ titles }) => titles.en)).toEqual(["About us"]);
    await removePage(other, { name: "about-us", revision: 2 });
    expect((await listPages(other)).map(({ titles }) => titles.en)).toEqual(["About us"]);
    await expect(removePage(other, { name: "about-us", revision: 1 })).rejects.toMatchObject({
      code: "resource_not_found",
    });
    const stranger = await enter((await newAccount()).code, "live");
    expect([await names(stranger), await findPage(stranger, "about-us")]).toEqual([[], null]);
  });

  test("is not replaced by who has not seen it; of many who write at once one is first", async () => {
    const ctx = await enter((await newAccount()).code, "live");
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => savePage(ctx, page)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(savePage(ctx, page)).rejects.toMatchObject({ code: "conflict", details: { field: "name" } });
    await expect(savePage(ctx, { ...page, revision: 7 })).rejects.toMatchObject({ code: "conflict" });
    await expect(removePage(ctx, { name: "about-us", revision: 7 })).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([
    ["an address with a slash", { name: "a/b" }, "name"],
    ["an address in capitals", { name: "About" }, "name"],
    ["no text at all", { texts: {} }, "body_en"],
    ["a title without a text", { texts: { de: { title: "Über", body: " " } } }, "body_de"],
    ["a text without a title", { texts: { fr: { title: "", body: "Texte" } } }, "title_fr"],
    ["a title of two lines", { texts: { en: { title: "a\nb", body: "x" } } }, "title_en"],
    ["a text of marks alone", { texts: { en: { title: "a", body: "*a_".repeat(13_000) } } }, "body_en"],
    ["a text without an end", { texts: { en: { title: "a", body: "x".repeat(40_001) } } }, "body_en"],
  ])("%s is refused at its field", async (_what, given, field) => {
    const ctx = await enter((await newAccount()).code, "live");
    await expect(savePage(ctx, { ...page, ...given })).rejects.toMatchObject({
      code: "validation_error",
      details: { field },
    });
    expect(await names(ctx)).toEqual([]);
  });

  test("is changed by those who change the brand, and there are 40 at most", async () => {
    const ctx = await enter((await newAccount()).code, "live");
    const clerk = { ...ctx, actor: { kind: "staff", name: "mia@example.com", role: "finance" } } as AccountCtx;
    await expect(savePage(clerk, page)).rejects.toMatchObject({ code: "access_denied" });
    await expect(removePage(clerk, page)).rejects.toMatchObject({ code: "access_denied" });
    for (let i = 0; i < 40; i++) await savePage(ctx, { ...page, name: `page-${i}` });
    await expect(savePage(ctx, page)).rejects.toMatchObject({ code: "conflict" });
    await savePage(ctx, { ...page, name: "page-7", revision: 1 });
  });
});

test("what the portal's forms take in several lines is kept in them, and everything else is one line", async () => {
  const api = await (await newPerson("owner")).api("live");
  const terms = (title: string) => ({
    ...{ name: "terms", texts: { en: { title, body: "One.\r\n\r\n- two\n- three" } }, isShown: true, revision: 0 },
  });
  const oneLine = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ message: /must be one line/ });
  await oneLine(api.pages.save(terms("a\nb")));
  await api.pages.save(terms(""));
  expect((await api.pages.get("terms")).page!.texts.en!.body).toBe("One.\n\n- two\n- three");
  const seller = { ...SELLER, address: "Marktplatz 1\nHinterhaus", withdrawalNote: "Within 14 days.\nNot afterwards." };
  await oneLine(api.law.setSeller({ ...seller, legalName: "a\nb" }));
  await api.law.setSeller(seller);
  expect((await api.law.get()).seller).toMatchObject({
    ...{ address: seller.address, withdrawalNote: seller.withdrawalNote },
  });
  const reviews = "It worked at once. — Mia\nNever again without. — Tom";
  await oneLine(api.brand.saveDraft({ fields: { brand_name: "a\nb" }, revision: 0 }));
  expect((await api.brand.saveDraft({ fields: { reviews }, revision: 0 })).draft.fields.reviews).toBe(reviews);
});

test("a text is that of the language, else of the shop's own, else of the first that there is", () => {
  const texts = { fr: "fr", es: "es" };
  expect([
    inLanguage(texts, "es", "fr"),
    inLanguage(texts, "tr", "es"),
    inLanguage(texts, "tr", "en"),
    inLanguage({}, "en", "en"),
  ]).toEqual([{ language: "es", text: "es" }, { language: "es", text: "es" }, { language: "es", text: "es" }, null]);
});

test("the shop's cached pages are another version as soon as one of its pages is", async () => {
  const ctx = await enter((await newAccount()).code, "live");
  // The preview is asked for without being held.
  const token = previewUrl(ctx).split("/").at(-1)!;
  const version = () => storefrontVersion(readPreview(token)!);
  const versions = [await version()];
  await savePage(ctx, page);
  versions.push(await version());
  await removePage(ctx, { name: page.name, revision: 1 });
  versions.push(await version());
  expect(tenant(ctx).environment).toBe("live");
  expect(versions[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(versions[1]).not.toBe(versions[0]);
  expect(versions[2]).not.toBe(versions[1]);
});

test("a shop in the EU lacks no terms and no privacy policy that it has written and shows", async () => {
  const ctx = await enter((await newAccount()).code, "live");
  await setSeller(ctx, { ...SELLER, withdrawalNote: "" });
  const missing = async () => (await listMissing(ctx)).map(({ on }) => on);
  expect(await missing()).toEqual(["law", "pages", "pages"]);
  for (const name of ["terms", "privacy", "withdrawal"])
    await savePage(ctx, { name, texts: { en: { title: "", body: "Text" } }, isShown: name !== "privacy", revision: 0 });
  expect(await missing()).toEqual(["pages"]);
});
