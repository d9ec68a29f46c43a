import { afterEach, expect, test } from "vitest";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { behindOwnServer } from "#server/kernel/client-address.ts";
import { database } from "#server/kernel/db.ts";
import { answerForm, field } from "#server/storefront/form.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

afterEach(() => {
  behindOwnServer().now = false;
});

const newSlug = async () => {
  const { account } = await enter((await newAccount()).code, "test");
  const { portalSlug } = await database().prisma.brand.findFirstOrThrow({ where: { accountId: account.id } });
  return `${portalSlug}@test`;
};

test("every value of a form is looked at, also one of two under the same name", async () => {
  const slug = await newSlug();
  const send = async (...emails: string[]) => {
    const form = new FormData();
    for (const email of emails) form.append("email", email);
    let read: string | null = null;
    await answerForm(
      new Request("http://localhost/", { method: "POST", body: form, headers: { "sec-fetch-site": "same-origin" } }),
      { params: Promise.resolve({ slug, lang: "en" }) },
      async (_store, sent) => {
        read = field(sent, "email");
        return { json: {} };
      },
      () => "/refused",
    );
    return read;
  };
  expect(await send("mia@example.com", "tom@example.com")).toBe("mia@example.com");
  expect(await send("mia@example.com\u0000", "tom@example.com")).toBeNull();
  expect(await send("mia@example.com", "tom@example.com\u0000")).toBeNull();
});

test("forms of a shop are counted by what one customer of a network is given: an IPv4 address, or the /64 of an IPv6 one", async () => {
  // As the door says where a request comes from.
  behindOwnServer().now = true;
  const slug = await newSlug();
  const send = async (ip: string) => {
    const headers = { "sec-fetch-site": "same-origin", "x-client-address": ip };
    const answer = await answerForm(
      new Request("http://localhost/", { method: "POST", body: new FormData(), headers }),
      { params: Promise.resolve({ slug, lang: "en" }) },
      async () => ({ json: {} }),
      () => "/refused",
    );
    return answer.status;
  };
  const taken = async (ips: string[]) => (await Promise.all(ips.map(send))).filter((status) => status === 200).length;
  const many = Array.from({ length: 80 }, (_, i) => i + 1);
  expect(await taken(many.map((i) => `2001:db8:1:2::${i.toString(16)}`))).toBe(60);
  expect(await taken(many.map(() => "198.51.100.7"))).toBe(60);
  expect(await taken(["2001:db8:1:3::1", "198.51.100.8"])).toBe(2);
});

test("a form is answered by the shop as it is when all of it has come", async () => {
  const { code } = await newAccount();
  const { account } = await enter(code, "test");
  const { portalSlug } = await database().prisma.brand.findFirstOrThrow({ where: { accountId: account.id } });
  const send = async (meanwhile: () => Promise<unknown>) => {
    const body = new ReadableStream({
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode("email=mia%40example.com"));
        controller.close();
      },
    });
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
    const answer = await answerForm(
      new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit),
      { params: Promise.resolve({ slug: `${portalSlug}@test`, lang: "en" }) },
      async (store) => ({ json: { slug: store.brand.portalSlug } }),
      () => "/refused",
    );
    return answer.status;
  };
  expect(await send(async () => {})).toBe(200);
  expect(await send(() => changeAccount(system(), code, { status: "closed" }))).toBe(404);
});
