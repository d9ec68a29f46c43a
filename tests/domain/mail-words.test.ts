import { describe, expect, test } from "vitest";
import { listWordings, MAIL_KINDS, previewWording, setWording } from "#server/domain/shop/checkout/index.ts";
import { inWords } from "#server/domain/shop/checkout/mails/wording.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { LANGUAGES } from "#server/kernel/languages.ts";
import { enter, newAccount } from "#tests/support/world.ts";

// What mails to travellers say in a reseller's own words.

const worded = {
  kind: "delivery",
  language: "en",
  subject: "{brand}: {item}",
  note: "Enjoy {item}.\n\nOrder {number}.",
} as const;

describe("a mail in the reseller's words", () => {
  test("has its subject, and its note behind what happened; the rest stays", () => {
    const ours = { subject: "Ours", paragraphs: ["What happened.", "What to do."], button: "Go" };
    const values = { item: "Italy", number: "K7P2M-94QXD", brand: "{item}" };
    expect(inWords(ours, worded, values)).toEqual({
      subject: "{item}: Italy",
      paragraphs: ["What happened.", "Enjoy Italy.", "Order K7P2M-94QXD.", "What to do."],
      button: "Go",
    });
    expect(inWords(ours, { subject: "", note: "" }, values)).toEqual(ours);
    expect(inWords(ours, null, values)).toEqual(ours);
  });

  test("is kept by kind and language, of live in test until test has its own, and of nobody else", async () => {
    const { code } = await newAccount();
    const [live, other] = [await enter(code, "live"), await enter(code, "test")];
    await setWording(live, worded);
    expect(await listWordings(other)).toEqual([worded]);
    await setWording(other, { ...worded, subject: "", note: "" });
    expect(await listWordings(other)).toEqual([{ ...worded, subject: "", note: "" }]);
    expect(await listWordings(live)).toEqual([worded]);
    await setWording(live, { ...worded, subject: " ", note: "" });
    expect(await listWordings(live)).toEqual([]);
    expect(await listWordings(await enter((await newAccount()).code, "live"))).toEqual([]);
  });

  test.each([
    ["a subject of two lines", { subject: "a\nb" }, "subject"],
    ["a subject without an end", { subject: "x".repeat(151) }, "subject"],
    ["a note without an end", { note: "x".repeat(2_001) }, "note"],
    ["what it cannot know", { note: "Dear {name}" }, "note"],
  ])("%s is refused at its field", async (_what, given, field) => {
    const ctx = await enter((await newAccount()).code, "live");
    const mail = { ...worded, ...given };
    for (const refused of [setWording(ctx, mail), previewWording(ctx, mail)])
      await expect(refused).rejects.toMatchObject({ code: "validation_error", details: { field } });
    // A link to what was bought is about no one plan.
    await expect(setWording(ctx, { ...worded, kind: "magic-link" })).rejects.toMatchObject({
      details: { field: "subject" },
    });
  });

  test("is changed by those who change the brand", async () => {
    const ctx = await enter((await newAccount()).code, "live");
    const clerk = { ...ctx, actor: { kind: "staff", name: "mia@example.com", role: "finance" } } as AccountCtx;
    await expect(setWording(clerk, worded)).rejects.toMatchObject({ code: "access_denied" });
  });
});

test("every kind is previewed in every language, with nothing of elsewhere and nothing that is typed taken for HTML", async () => {
  const ctx = await enter((await newAccount()).code, "live");
  for (const kind of MAIL_KINDS)
    for (const language of LANGUAGES) {
      const ours = await previewWording(ctx, { kind, language, subject: "", note: "" });
      expect(ours.subject).toBe(ours.ours);
      const { subject, html } = await previewWording(ctx, {
        kind,
        language,
        subject: "{brand} <b>",
        note: "<script>x</script>",
      });
      expect(subject).toMatch(/ <b>$/);
      expect(html).toContain("&#60;script&#62;");
      expect(html).not.toMatch(/<script|<style|src="(cid|https?):|undefined|\{(item|number|brand)\}/);
      expect(html.length).toBeGreaterThan(ours.html.length);
    }
});
