import { afterEach, expect, test } from "vitest";
import { behindOwnServer } from "#server/kernel/client-address.ts";
import { database } from "#server/kernel/db.ts";
import { answerForm } from "#server/storefront/form.ts";
import { enter, newAccount } from "#tests/support/world.ts";

afterEach(() => {
  behindOwnServer().now = false;
});

test("forms of a shop are counted by what one customer of a network is given: an IPv4 address, or the /64 of an IPv6 one", async () => {
  // As the door says where a request comes from.
  behindOwnServer().now = true;
  const { account } = await enter((await newAccount()).code, "test");
  const { portalSlug: slug } = await database().prisma.brand.findFirstOrThrow({ where: { accountId: account.id } });
  const send = async (ip: string) => {
    const headers = { "sec-fetch-site": "same-origin", "x-client-address": ip };
    const answer = await answerForm(
      new Request("http://localhost/", { method: "POST", body: new FormData(), headers }),
      { params: Promise.resolve({ slug: `${slug}@test`, lang: "en" }) },
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
