import { mkdtempSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { listBrandMails, sendMail, sweepMails } from "#server/domain/messaging/mail/index.ts";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { createUser, signIn } from "#server/domain/people/staff/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import { addPicture } from "#server/domain/reseller/pictures/index.ts";
import { getLink, listOwnedEsims, settleCheckout, setWording } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { DEVICE, PASSWORD } from "#tests/support/people.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

let packageId: string;
beforeAll(async () => {
  ({ packageId } = await newPackage());
});

let count = 0;
const newShop = async () => await enter((await newAccount()).code, "test");

/** A stranger buys, for nothing. Returns how many eSIMs the purchase has. */
async function buy(shop: AccountCtx, email: string): Promise<number> {
  const { checkout, token } = await goToPay(shop, packageId, { email });
  await payInTest(shop, (await findPayment(shop.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  return (await listOwnedEsims(shop, await getLink(shop, token))).length;
}

const outbox = async (shop: AccountCtx) => (await listBrandMails(shop, { limit: 100 })).items;
const jobs = async ({ account }: AccountCtx) =>
  await database().query<{ id: number }>(sql`
    select m.id from outbox_jobs j join mails m on m.id = (j.payload->>'mailId')::bigint where j.job = 'send-mail' and m.account_id = ${account.id}`);

async function enrol(shop: AccountCtx, signsIn: boolean): Promise<string> {
  const email = `member-${++count}@example.com`;
  await createUser(system(), shop.account.code, { email, role: "viewer", password: PASSWORD });
  if (signsIn) await signIn(system(), { email, password: PASSWORD }, DEVICE);
  return email;
}

test("what a test shop writes to a stranger is in the outbox, and is sent to nobody, however long it waits", async () => {
  const shop = await newShop();
  expect(await buy(shop, `stranger-${++count}@example.com`)).toBe(1);
  const mails = await outbox(shop);
  expect(mails.map(({ kind, heldBack, sentAt }) => [kind, heldBack, sentAt])).toEqual([
    ["delivery", true, null],
    ["order", true, null],
  ]);
  expect(await jobs(shop)).toEqual([]);
  const at = (ms: number) => system({ clock: { now: () => new Date(Date.now() + ms) } });
  await sweepMails(at(HOUR));
  expect(await jobs(shop)).toEqual([]);
  await sweepMails(at(2 * DAY));
  for (const { id } of mails) await sendMail(system(), id);
  const later = await outbox(shop);
  expect(later.every(({ text, sentAt }) => text !== null && sentAt === null)).toBe(true);
});

test("it writes to members of the team who have signed in, and to no other account's", async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const member = await enrol(shop, true);
  const invited = await enrol(shop, false);
  for (const email of [member, invited]) await buy(shop, email);
  await buy(other, member);
  const sent = async (ctx: AccountCtx) => (await outbox(ctx)).map(({ recipient, heldBack }) => [recipient, heldBack]);
  expect(await sent(shop)).toEqual([
    [invited, true],
    [invited, true],
    [member, false],
    [member, false],
  ]);
  expect(await sent(other)).toEqual([
    [member, true],
    [member, true],
  ]);
  expect(await jobs(shop)).toHaveLength(2);
});

test("a member's mailbox is not filled by strangers who buy in their name", async () => {
  const shop = await newShop();
  const member = await enrol(shop, true);
  for (let i = 0; i < 12; i++) await buy(shop, member);
  expect((await outbox(shop)).filter(({ heldBack }) => !heldBack)).toHaveLength(20);
});

test.each([
  "a,b@c.dd",
  "a@b.dd, c@d.ee",
  "a@b.dd;c@d.ee",
  "Mia <mia@example.com>",
  "mia@example.com\r\nBcc: x@y.zz",
  "(mia)a@b.dd",
  '"a b"@c.dd',
  "a@b",
  "a@[127.0.0.1]",
  "@b.dd",
  "a@-b.dd",
  "a@b..dd",
])("%j is not one address: nothing is bought with it", async (email) => {
  const shop = await newShop();
  await expect(goToPay(shop, packageId, { email })).rejects.toMatchObject({
    code: "validation_error",
    details: { field: "email" },
  });
  expect(await database().query(sql`select from checkouts where account_id = ${shop.account.id}`)).toEqual([]);
});

test("an address that is on record from before is written to as it stands, never as a list", async () => {
  const shop = await newShop();
  await buy(shop, await enrol(shop, true));
  const [{ id } = { id: 0 }] = await jobs(shop);
  await database().query(sql`update mails set recipient = 'a,b@c.dd' where id = ${id}`);
  const recipients: string[] = [];
  // As much of a mail server as it takes to hear whom a mail is for.
  const server = createServer((socket) => {
    socket.write("220 here\r\n");
    socket.on("data", (data) => {
      const line = data.toString();
      if (line.startsWith("RCPT")) recipients.push(line.trim());
      socket.write(line.startsWith("RCPT") ? "553 no such name\r\n" : "250 well\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  overrideEnv({ smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}/?ignoreTLS=true` });
  await expect(sendMail(system(), id)).rejects.toThrow();
  overrideEnv({ smtpUrl: undefined });
  server.close();
  expect(recipients).toEqual(["RCPT TO:<a,b@c.dd>"]);
});

test("the brand's logo travels inside every mail, on white and small; without one the name stands there", async () => {
  overrideEnv({ dataDir: mkdtempSync(join(tmpdir(), "mails-")), smtpUrl: undefined });
  const shop = await newShop();
  const member = await enrol(shop, true);
  const owner = { ...shop, actor: { kind: "staff", name: "owner@example.com", role: "owner" } as const };
  const wordmark = { width: 800, height: 200, channels: 4, background: { r: 20, g: 20, b: 20, alpha: 0 } } as const;
  const { path } = await addPicture(owner, await sharp({ create: wordmark }).png().toBuffer(), "logo");
  await changeBrand(owner, { name: "Wordmark Travel", logoUrl: path });
  await buy(shop, member);
  const sent = async (id: number, kind: string) => {
    await sendMail(system(), id);
    return readFileSync(join(env().dataDir, "mail", `${id}-${kind}.eml`), "utf8");
  };
  const [delivery, order] = await outbox(shop);
  for (const { id, kind } of [delivery!, order!]) {
    const mail = await sent(id, kind);
    const [, html] = /text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail)!;
    expect(html!.replace(/=\r\n/g, "").replaceAll("=3D", "=")).toContain('<img src="cid:logo" alt="Wordmark Travel"');
    const [, picture] = /Content-Id: <logo>[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/i.exec(mail)!;
    const { data, info } = await sharp(Buffer.from(picture!, "base64")).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([376, 112]);
    // Nothing of it is seen through: no mail program's ground makes it unreadable.
    expect([...new Set(data)]).toEqual([255]);
  }
  expect(
    JSON.stringify(await database().query(sql`select octet_length(pictures) as n from mails where id = ${order!.id}`)),
  ).toMatch(/^\[\{"n":\d{3}\}\]$/);

  await changeBrand(owner, { logoUrl: null });
  await buy(shop, member);
  const [bare] = await outbox(shop);
  const mail = await sent(bare!.id, bare!.kind);
  expect(mail).not.toContain("cid:logo");
  expect(mail.replace(/=\r\n/g, "")).toContain(">Wordmark Travel<");
});

test("says the reseller's words in the language of the purchase, beside all that a mail must say", async () => {
  const shop = await newShop();
  const words = { subject: "{brand} says: {item}", note: "Have fun.\n\nKeep {number}." };
  await setWording(shop, { kind: "delivery", language: "de", ...words });
  await setWording(shop, { kind: "order", language: "en", ...words });
  await buy(shop, `stranger-${++count}@example.com`);
  const [delivery, order] = await outbox(shop);
  const [bought] = await database().query<{ number: string }>(
    sql`select number from checkouts where account_id = ${shop.account.id}`,
  );
  expect(delivery!.subject).toMatch(/^\[TEST\] .+ says: .+/);
  expect(delivery!.text).toMatch(
    new RegExp(`^Ihre eSIM ist bereit: .+\n\nHave fun\\.\n\nKeep ${bought!.number}\\.\n\nInstallieren Sie`),
  );
  expect(delivery!.text).toContain("Aktivierungscode");
  // What leads to the page stands where the words before it say that it does.
  expect(order!.text).toMatch(/sehen Sie auch hier:\n\nBestellung ansehen:\nhttp\S+\n\nBestellnummer: /);
  expect(order!.subject).not.toContain("says");
});
