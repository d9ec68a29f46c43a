import { createPublicKey, createVerify } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { queueBrandMail, sendMail } from "#server/domain/messaging/mail/index.ts";
import {
  findSigner,
  getSender,
  removeSender,
  setSender,
  verifySender,
  verifySenders,
} from "#server/domain/messaging/sender/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { DAY } from "#server/kernel/time.ts";
import { openTexts } from "#tests/support/dns-server.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

// Mails to travellers from an address of the reseller's own, signed so that whoever gets them can check it.

const { zone, late, queries, close } = await openTexts();
afterAll(() => close());

let count = 0;

async function newSender() {
  const ctx = await enter((await newAccount()).code);
  const domain = `mail${++count}.example`;
  const { record } = await setSender(ctx, ` Hello@${domain.toUpperCase()} `);
  return { ctx, domain, ...record };
}

const told = async (ctx: AccountCtx) =>
  (await listNotifications(ctx, { limit: 10 })).items.map(({ kind }) => kind).reverse();

describe("an address", () => {
  test.each(["NXDOMAIN", "SERVFAIL"] as const)(
    "that is proved meanwhile loses nothing by an earlier look that found %s",
    async (answer) => {
      const { ctx, domain, name, value } = await newSender();
      const { promise, resolve } = Promise.withResolvers<void>();
      zone.set(name, answer);
      late.set(name, promise);
      const scheduled = verifySenders(system());
      await expect.poll(() => queries.some((query) => query.name === name)).toBe(true);
      late.delete(name);
      zone.set(name, [value]);
      zone.set(`_dmarc.${domain}`, ["v=DMARC1; p=none"]);
      await sleep(2);
      expect(await verifySender(ctx)).toMatchObject({ status: "verified" });
      resolve();
      await scheduled;
      expect(await getSender(ctx)).toMatchObject({ status: "verified", fault: null });
      expect(await told(ctx)).toEqual(["sender.verified"]);
    },
  );

  test("is used once its record is found, told both ways, and stays through a silence", async () => {
    const { ctx, domain, name, value } = await newSender();
    expect(await findSigner(database(), ctx.account.id)).toBeNull();
    expect(await verifySender(ctx)).toMatchObject({
      status: "pending",
      fault: expect.stringContaining(`There is no TXT record at ${name} yet`),
    });
    zone.set(name, [value]);
    expect(await verifySender(ctx)).toMatchObject({
      status: "verified",
      fault: expect.stringContaining("no DMARC policy"),
    });
    zone.set(`_dmarc.${domain}`, ["v=DMARC1; p=none"]);
    expect(await verifySender(ctx)).toMatchObject({ status: "verified", fault: null });
    expect(await findSigner(database(), ctx.account.id)).toMatchObject({
      ...{ address: `Hello@${domain}`, domainName: domain, keySelector: "svc1" },
    });
    zone.set(name, "SERVFAIL");
    expect(await verifySender(ctx)).toMatchObject({ status: "verified" });
    zone.set(name, "NXDOMAIN");
    expect(await verifySender(ctx)).toMatchObject({ status: "pending" });
    expect(await findSigner(database(), ctx.account.id)).toBeNull();
    expect(await told(ctx)).toEqual(["sender.verified", "sender.lost"]);
  });

  test.each([
    ["ends too early", (value: string) => [value.slice(0, 255)], /ends too early/],
    ["is another one", () => ["v=DKIM1; k=rsa; p=MIIBother"], /is another one/],
    ["stands beside another", (value: string) => [value, "v=DKIM1; p=x"], /2 TXT records/],
  ])("whose record %s is explained", async (_what, values, words) => {
    const { ctx, name, value } = await newSender();
    zone.set(name, values(value));
    expect((await verifySender(ctx)).fault).toMatch(words);
  });

  test("whose record the provider put below the domain once more is recognised, and one with spaces is taken", async () => {
    const { ctx, domain, name, value } = await newSender();
    zone.set(`${name}.${domain}`, [value]);
    expect((await verifySender(ctx)).fault).toContain("Enter the name without it");
    zone.set(name, [value.replace("v=DKIM1; k=rsa; p=", "v=DKIM1;p= ")]);
    expect(await verifySender(ctx)).toMatchObject({ status: "verified" });
  });

  test("of the same domain keeps its record; of another one, or of another account, has its own", async () => {
    const { ctx, domain, name, value } = await newSender();
    zone.set(name, [value]);
    await verifySender(ctx);
    expect(await setSender(ctx, `shop@${domain}`)).toMatchObject({ status: "verified", record: { value } });
    const stranger = await enter((await newAccount()).code);
    expect((await setSender(stranger, `shop@${domain}`)).record.value).not.toBe(value);
    expect(await verifySender(stranger)).toMatchObject({ status: "pending" });
    expect(await setSender(ctx, "shop@elsewhere.example")).toMatchObject({ status: "pending" });
    expect((await getSender(ctx))!.record.value).not.toBe(value);
    await removeSender(ctx);
    expect(await getSender(ctx)).toBeNull();
  });

  test.each([
    "hello",
    "a b@shop.example",
    "hello@localhost",
    "hello@shop.example\nBcc: x@y.example",
    "",
    "@shop.example",
  ])("%j is refused", async (address) => {
    const ctx = await enter((await newAccount()).code);
    await expect(setSender(ctx, address)).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "address" },
    });
  });

  test("is looked at by itself: soon while it waits, daily afterwards", async () => {
    const { ctx, name, value } = await newSender();
    await verifySenders(system());
    zone.set(name, [value]);
    const later = (ms: number) => system({ clock: { now: () => new Date(Date.now() + ms) } });
    await verifySenders(later(6 * 60_000));
    expect(await getSender(ctx)).toMatchObject({ status: "verified" });
    zone.delete(name);
    await verifySenders(later(12 * 60_000));
    expect(await getSender(ctx)).toMatchObject({ status: "verified" });
    await verifySenders(later(2 * DAY));
    expect(await getSender(ctx)).toMatchObject({ status: "pending" });
  });
});

test("a mail comes from it, signed with the key of its record; one of a test shop, and what comes back, is ours", async () => {
  const { ctx, domain, name, value } = await newSender();
  zone.set(name, [value]);
  await verifySender(ctx);
  const taken: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    let inData = false;
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      text += data.toString();
      if (inData && !text.endsWith("\r\n.\r\n")) return;
      if (!inData && !text.endsWith("\r\n")) return;
      taken.push(text);
      const isBegin = /^DATA\r\n$/i.test(text);
      inData = isBegin;
      text = "";
      socket.write(isBegin ? "354 go on\r\n" : "250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const before = env().smtpUrl;
  overrideEnv({ smtpUrl: `smtp://127.0.0.1:${port}` });
  const send = async (shop: AccountCtx) => {
    taken.length = 0;
    const { id } = await shop.db.transaction((tx) =>
      queueBrandMail(tx, shop, {
        ...{ kind: "order", fromName: "Fernweh", replyTo: "help@fernweh.example", recipient: "mia@example.com" },
        ...{ subject: "Your order", text: "Hello.", html: "<p>Hello.</p>" },
      }),
    );
    await sendMail(system(), id);
    return {
      envelope: taken.find((line) => line.startsWith("MAIL FROM"))!,
      mail: taken.find((line) => line.includes("Subject:"))!,
    };
  };
  const { envelope, mail } = await send(ctx);
  expect(envelope).not.toContain(domain);
  expect(mail).toContain(`From: Fernweh <Hello@${domain}>`);
  expect(verifies(mail, value)).toBe(true);
  expect(verifies(mail.replace("Your order", "Our order"), value)).toBe(false);
  await removeSender(ctx);
  const ours = await send(ctx);
  expect(ours.mail).not.toContain("DKIM-Signature");
  overrideEnv({ smtpUrl: before });
  server.close();
});

/** RFC 6376, relaxed headers: what whoever gets a mail does with the record. */
function verifies(message: string, record: string): boolean {
  const end = message.indexOf("\r\n\r\n");
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!;
  const tag = (name: string) => new RegExp(`\\b${name}=([^;]*)`).exec(signature)![1]!.replace(/\s/g, "");
  const relaxed = (field: string) =>
    field
      .replace(/^([^:]+?)\s*:\s*/, (_all, name: string) => `${name.toLowerCase()}:`)
      .replace(/\s+/g, " ")
      .trim();
  const signed = tag("h")
    .split(":")
    .map((name) => fields.filter((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)).at(-1)!);
  const text = [
    ...signed.map((field) => `${relaxed(field)}\r\n`),
    relaxed(signature.replace(/\bb=[^;]*$/s, "b=")),
  ].join("");
  const key = createPublicKey({
    key: Buffer.from(/p=(.*)$/.exec(record)![1]!, "base64"),
    format: "der",
    type: "spki",
  });
  return createVerify("RSA-SHA256").update(text).verify(key, tag("b"), "base64");
}
