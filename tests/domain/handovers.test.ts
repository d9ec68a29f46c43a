import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { encode } from "uqr";
import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { listBrandMails } from "#server/domain/messaging/mail/index.ts";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import {
  countShares,
  getLink,
  listOwnedEsims,
  shareForTraveller,
  withdrawShares,
} from "#server/domain/shop/checkout/index.ts";
import {
  listHandovers,
  readInstallSheets,
  sendToCustomer,
  suggestSendings,
  withdrawHandover,
} from "#server/domain/shop/handover/index.ts";
import { installPdf } from "#server/files/install-pdf.ts";
import { installPng } from "#server/files/install-png.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { pdfText } from "#tests/support/pdf-text.ts";
import { movableClock, newPerson } from "#tests/support/people.ts";
import { newPackage } from "#tests/support/world.ts";

let packageId: string;
beforeAll(async () => {
  ({ packageId } = await newPackage());
});

/** A live order of a reseller's own, with somebody of its staff. */
async function newDesk(quantity: number) {
  const clock = movableClock();
  const person = await newPerson("support", undefined, clock);
  const ctx = await person.inAccount("live");
  const { orderReference: reference, iccids } = await deliveredOrder(ctx, packageId, { quantity });
  const send = async (chosen: string[], recipient = "mia@example.com", language: "en" | "de" = "en") =>
    (await sendToCustomer(ctx, { reference, iccids: chosen, recipient, language })).id;
  return { clock, ctx, reference, iccids, send };
}

const mails = async (ctx: AccountCtx) => (await listBrandMails(ctx, { limit: 50 })).items;
const newestToken = async (ctx: AccountCtx) => /\/(?:my|esim)\/(\w{43})/.exec((await mails(ctx))[0]!.text!)![1]!;
/** What a link opens, as ICCIDs; null when it is over. */
const opened = async (ctx: AccountCtx, token: string) =>
  await getLink(ctx, token).then(
    async (link) => (await listOwnedEsims(ctx, link)).map(({ esim }) => esim.iccid).sort(),
    () => null,
  );
const end = (ctx: AccountCtx, iccid: string, change: ReturnType<typeof sql>) =>
  ctx.db.query(sql`update esims set ${change} where iccid = ${iccid}`);

describe("the e-mail of a hand-over", () => {
  test.each([
    ["en", "Your 2 eSIMs are ready: 2 × ", "Install now:\n", "anyone who has it can install the eSIM"],
    ["de", "Ihre 2 eSIMs sind bereit: 2 × ", "Jetzt installieren:\n", "Wer ihn hat, kann die eSIM installieren"],
  ] as const)(
    "is written in the customer's language (%s) and holds one link and no code",
    async (language, ...says) => {
      const { ctx, iccids, send } = await newDesk(2);
      await send(iccids, " Mia@Example.com ", language);
      const [mail, ...others] = await mails(ctx);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ kind: "handover", recipient: "mia@example.com", heldBack: false });
      for (const said of says) expect(mail!.text).toContain(said);
      expect(mail!.text!.match(/https?:\S+/g)).toHaveLength(1);
      expect(mail!.text).toContain(`/${language}/my/`);
      const written = await ctx.db.prisma.mail.findUniqueOrThrow({ where: { id: mail!.id } });
      expect(written.pictures).toBeNull();
      for (const body of [mail!.text!, decrypt(written.html!)]) expect(body).not.toMatch(/LPA:1|rsp\.sandbox|cid:/);
      expect(await opened(ctx, await newestToken(ctx))).toEqual([...iccids].sort());
    },
  );

  test("leads to the eSIM itself when there is one", async () => {
    const { ctx, iccids, send } = await newDesk(1);
    await send(iccids);
    expect((await mails(ctx))[0]!.text).toMatch(/\/en\/esim\/\w{43}\/\d+\n/);
  });
});

describe("sending many again", () => {
  test("goes to whoever each eSIM was sent to last, and mails nobody twice for one decision", async () => {
    const { clock, ctx, reference, iccids, send } = await newDesk(3);
    const [a, b, c] = iccids as [string, string, string];
    const suggested = async () =>
      (await suggestSendings(ctx, [{ reference }])).map(({ recipient, language, esims }) => [
        recipient,
        language,
        esims.map(({ iccid }) => iccid),
      ]);
    expect(await suggested()).toEqual([[null, "en", iccids]]);
    await send([a, b], "mia@example.com", "de");
    await withdrawHandover(ctx, await send([c], "wrong@example.com"));
    expect(await suggested()).toEqual([
      ["mia@example.com", "de", [a, b]],
      [null, "en", [c]],
    ]);
    expect((await suggestSendings(ctx, [{ reference, iccids: [b] }]))[0]!.esims).toHaveLength(1);
    clock.move(60_000);
    const again = { reference, recipient: "mia@example.com", language: "de" as const, iccids: [a, b] };
    const decidedAt = clock.now();
    const [first, repeated] = [
      await sendToCustomer(ctx, { ...again, decidedAt }),
      await sendToCustomer(ctx, { ...again, decidedAt }),
    ];
    expect(repeated).toEqual(first);
    expect((await mails(ctx)).length).toBe(3);
    clock.move(60_000);
    const later = await sendToCustomer(ctx, { ...again, decidedAt: clock.now() });
    expect(later.id).not.toBe(first.id);
    // From a mail there is a way to its order.
    expect((await mails(ctx)).every(({ orderId }) => `B2B-${orderId}` === reference)).toBe(true);
  });
});

describe("the link of a hand-over", () => {
  test("ends for an eSIM that is sent again, and altogether when nothing is left of it", async () => {
    const { ctx, reference, iccids, send } = await newDesk(3);
    const [a, b, c] = iccids as [string, string, string];
    await send([a, b, c]);
    const first = await newestToken(ctx);
    await send([b], "other@example.com");
    const second = await newestToken(ctx);
    expect(await opened(ctx, first)).toEqual([a, c].sort());
    expect(await opened(ctx, second)).toEqual([b]);
    await send([a, b, c]);
    expect([await opened(ctx, first), await opened(ctx, second)]).toEqual([null, null]);
    expect(await opened(ctx, await newestToken(ctx))).toEqual([a, b, c].sort());
    const states = (await listHandovers(ctx, reference)).map(({ recipient, state }) => [recipient, state]);
    expect(states).toEqual([
      ["mia@example.com", "open"],
      ["other@example.com", "replaced"],
      ["mia@example.com", "replaced"],
    ]);
  });

  test("is one, however many send the eSIM at once", async () => {
    const { ctx, iccids, send } = await newDesk(2);
    await Promise.all([1, 2, 3, 4].map((i) => send(i % 2 ? iccids : [...iccids].reverse(), `mia-${i}@example.com`)));
    const tokens = (await mails(ctx)).map(({ text }) => /\/my\/(\w{43})/.exec(text!)![1]!);
    const open = await Promise.all(tokens.map((token) => opened(ctx, token)));
    expect(open.filter(Boolean)).toEqual([[...iccids].sort()]);
  });

  test("can be withdrawn once, ends after 180 days, and both are on record with who did it", async () => {
    const { clock, ctx, reference, iccids, send } = await newDesk(1);
    const id = await send(iccids, "mia@example.com", "de");
    const token = await newestToken(ctx);
    clock.move(179 * DAY);
    expect(await opened(ctx, token)).toEqual(iccids);
    await withdrawHandover(ctx, id);
    expect(await opened(ctx, token)).toBeNull();
    await expect(withdrawHandover(ctx, id)).rejects.toMatchObject({ code: "resource_not_found" });
    await send(iccids);
    clock.move(181 * DAY);
    expect(await opened(ctx, await newestToken(ctx))).toBeNull();
    const who = `staff:${ctx.actor.name}`;
    expect(await listHandovers(ctx, reference)).toMatchObject([
      { state: "expired", withdrawnBy: null },
      { state: "withdrawn", recipient: "mia@example.com", language: "de", iccids, sentBy: who, withdrawnBy: who },
    ]);
    const owner = { ...ctx, actor: { kind: "staff", name: "owner@example.com", role: "owner" } as const };
    const { items } = await listAudit(owner, { area: "handover", limit: 10 });
    const { recipient, language } = { recipient: "mia@example.com", language: "de" };
    expect(items.map(({ act, actor, subject, details }) => [act, actor, subject, details])).toEqual([
      ["handover.send", who, reference, { recipient, language: "en", iccids }],
      ["handover.withdraw", who, reference, { recipient }],
      ["handover.send", who, reference, { recipient, language, iccids }],
    ]);
  });
});

describe("what cannot be installed any more", () => {
  test.each([
    ["cancelled", sql`status = 'cancelled'`, "is cancelled"],
    ["expired", sql`status = 'expired'`, "is expired"],
    ["deleted from its device", sql`installation_status = 'deleted'`, "was deleted from its device"],
  ])("is neither sent nor printed: %s", async (_name, change, says) => {
    const { ctx, reference, iccids, send } = await newDesk(2);
    await end(ctx, iccids[1]!, change);
    const refusal = { code: "conflict", message: expect.stringContaining(says) };
    await expect(send(iccids)).rejects.toMatchObject(refusal);
    await expect(readInstallSheets(ctx, { reference, iccids, language: "en" })).rejects.toMatchObject(refusal);
    expect(await mails(ctx)).toEqual([]);
    await send([iccids[0]!]);
  });
});

test("nobody sends, prints, lists or withdraws what another company sold, nor an eSIM of another order", async () => {
  const [ours, theirs] = [await newDesk(1), await newDesk(1)];
  const id = await theirs.send(theirs.iccids);
  const token = await newestToken(theirs.ctx);
  const to = { recipient: "thief@example.com", language: "en" } as const;
  for (const [reference, iccids] of [
    [theirs.reference, theirs.iccids],
    [ours.reference, theirs.iccids],
    [ours.reference, [...ours.iccids, ...theirs.iccids]],
  ] as const)
    for (const attempt of [sendToCustomer, readInstallSheets])
      await expect(attempt(ours.ctx, { reference, iccids: [...iccids], ...to })).rejects.toMatchObject({
        code: "resource_not_found",
      });
  await expect(listHandovers(ours.ctx, theirs.reference)).rejects.toMatchObject({ code: "resource_not_found" });
  await expect(withdrawHandover(ours.ctx, id)).rejects.toMatchObject({ code: "resource_not_found" });
  const inTest = { ...theirs.ctx, environment: "test" } as AccountCtx;
  await expect(withdrawHandover(inTest, id)).rejects.toMatchObject({ code: "resource_not_found" });
  expect(await mails(ours.ctx)).toEqual([]);
  expect(await opened(ours.ctx, token)).toBeNull();
  expect(await opened(theirs.ctx, token)).toEqual(theirs.iccids);
});

test("no more than 300 hand-overs go out of an account within an hour", async () => {
  const { clock, ctx, iccids, send } = await newDesk(1);
  await ctx.db.query(sql`
    insert into handovers (account_id, environment, order_id, recipient, language, sent_by, created_at, expires_at)
    select ${ctx.account.id}, 'live', 1, 'x@example.com', 'en', 'staff:x', ${clock.now()}, ${clock.now()} from generate_series(1, 300)`);
  await expect(send(iccids)).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  clock.move(DAY);
  await send(iccids);
});

/** Words of each language, one that the mails do not have among them. */
const SHEETS = {
  en: ["Do not delete it afterwards", "Tap Add eSIM, then Use QR Code.", "Or enter it by hand"],
  de: ["Löschen Sie", "Aktivierungscode", "Handy"],
  fr: ["Ne la supprimez pas", "Code d’activation", "itinérance"],
  es: ["No la borres", "Código de activación", "itinerancia"],
  tr: ["silmeyin", "Etkinleştirme kodu", "dolaşımı"],
  it: ["Non eliminarla", "Codice di attivazione", "roaming dati"],
  pt: ["Não o apague", "Código de ativação", "roaming de dados"],
  ar: ["لا تحذفها", "رمز التفعيل", "تجوال البيانات"],
} as const;

test("the printed sheets have a page for each eSIM in every language, with a long name, its codes and whom to ask", async () => {
  const { ctx, reference, iccids } = await newDesk(2);
  const owner = { ...ctx, actor: { kind: "staff", name: "owner@example.com", role: "owner" } as const };
  const name = "Çiğdem & Söhne Reisebüro für außergewöhnliche Fernreisen GmbH";
  await changeBrand(owner, { name, supportEmail: "help@example.com" });
  for (const language of LANGUAGES) {
    const sheets = await readInstallSheets(ctx, { reference, iccids, language });
    const pages = await pdfText(installPdf(sheets));
    expect(pages).toHaveLength(2);
    for (const [i, page] of pages.entries()) {
      const { smdpAddress, activationCode, title, iccid } = sheets.sheets[i]!;
      const codes = [iccid, smdpAddress, activationCode.split("$")[2]!];
      for (const said of [name, ...codes, title, "help@example.com", ...SHEETS[language]])
        expect(page.replace(/\s/g, ""), said).toContain(said.replace(/\s/g, ""));
      // What its fonts cannot write would be a box.
      expect(page).not.toContain("\0");
    }
    const brand = { ...sheets.brand, name: "旅行", companyLegalName: "Ταξίδια" };
    expect((await pdfText(installPdf({ ...sheets, brand }))).join()).not.toContain("\0");
  }
});

test("the picture of an eSIM has its code, and says what the sheet says in each language", async () => {
  const { ctx, reference, iccids } = await newDesk(2);
  const pictures = new Set<string>();
  for (const language of ["de", "tr", undefined] as const) {
    const sheets = await readInstallSheets(ctx, { reference, iccids: [iccids[1]!], language });
    const drawn = sharp(await installPng(sheets)).greyscale();
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(1_080);
    const code = encode(sheets.sheets[0]!.activationCode, { border: 4, ecc: "M" });
    const module = Math.floor(560 / code.size);
    const left = Math.round((info.width - code.size * module) / 2);
    const isDark = (x: number, y: number) => data[y * info.width * info.channels + x * info.channels]! < 128;
    const isAt = (top: number) =>
      code.data.every((row, y) =>
        row.every(
          (dark, x) => isDark(left + Math.floor((x + 0.5) * module), top + Math.floor((y + 0.5) * module)) === dark,
        ),
      );
    const tops = Array.from({ length: info.height - code.size * module }, (_, top) => top);
    expect(tops.some(isAt), language).toBe(true);
    pictures.add(createHash("sha256").update(data).digest("hex"));
  }
  // Without a language it is the brand's: nobody is known to have bought it.
  expect(pictures.size).toBe(3);
  const { brand, ...sheets } = await readInstallSheets(ctx, { reference, iccids: [iccids[0]!] });
  const logo = await sharp({ create: { width: 400, height: 100, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const draw = async (change: object) => {
    const picture = await installPng({ ...sheets, brand: { ...brand, ...change } });
    const head = await sharp(picture).extract({ left: 72, top: 80, width: 200, height: 60 }).png().toBuffer();
    const { dominant } = await sharp(head).stats();
    return dominant.r > 200 && dominant.g < 50;
  };
  // What no font here writes is shown by the logo, in both forms of the sheet.
  expect(await draw({ name: "旅行", logo })).toBe(true);
  expect(await draw({ name: "Travel", logo })).toBe(false);
  const pdf = await buffer(installPdf({ ...sheets, brand: { ...brand, name: "旅行", logo } }));
  expect(pdf.includes("/Subtype /Image")).toBe(true);
});

test("links made for an eSIM are withdrawn together: none of another eSIM, and no mail", async () => {
  const { ctx, iccids, send } = await newDesk(2);
  const [one, other] = [iccids[0]!, iccids[1]!];
  const share = async (iccid: string) => (await shareForTraveller(ctx, iccid)).url.split("/").at(-1)!;
  const made = [await share(one), await share(one)];
  const kept = await share(other);
  await send([one]);
  const mailed = await newestToken(ctx);
  expect(await countShares(ctx, one)).toMatchObject({ count: 2, lastMadeAt: expect.any(Date) });
  await withdrawShares(ctx, one);
  for (const token of made) await expect(getLink(ctx, token)).rejects.toThrow("not known here");
  expect(await countShares(ctx, one)).toEqual({ count: 0, lastMadeAt: null });
  expect(await countShares(ctx, other)).toMatchObject({ count: 1 });
  for (const token of [kept, mailed]) expect((await getLink(ctx, token)).kind).toBeTruthy();
  expect(await ctx.db.prisma.auditEntry.count({ where: { act: "esim.unshare", subject: one } })).toBe(1);
});
