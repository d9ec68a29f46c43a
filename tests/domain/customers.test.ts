import { expect, test } from "vitest";
import { tenant } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { newPerson } from "#tests/support/people.ts";
import { newPackage } from "#tests/support/world.ts";

test("customers are listed by who bought last, paid most, bought most often, or was refunded most", async () => {
  const person = await newPerson();
  const { accountId } = tenant(await person.inAccount("live"));
  const { id: packageId } = await newPackage();
  const sales: [email: string, paid: number, refunded: number][] = [
    ["often@example.com", 2, 0],
    ["often@example.com", 2, 0],
    ["often@example.com", 2, 1],
    ["much@example.com", 90, 0],
    ["back@example.com", 10, 10],
    ["last@example.com", 1, 0],
  ];
  for (const [i, [email, paid, refunded]] of sales.entries())
    await database().query(sql`
      insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price,
        total_amount, refund_due, currency, unit_cap, created_at, paid_at, updated_at)
      values (${accountId}, 'live', 'order', 'delivered', ${`attempt-${i}`}, ${email}, 'en', ${packageId}, 'A plan', 1, ${paid}, ${paid},
        ${paid}, ${refunded}, 'USD', 5, now(), now(), now())`);
  const api = await person.api("live");
  const listed = async (asked: Parameters<typeof api.sales.customers>[0]) =>
    (await api.sales.customers(asked)).items.map(({ email }) => email.split("@")[0]);
  expect(await listed({})).toEqual(["last", "back", "much", "often"]);
  expect(await listed({ order: "paid" })).toEqual(["much", "back", "often", "last"]);
  expect(await listed({ order: "sales" })).toEqual(["often", "last", "back", "much"]);
  expect(await listed({ order: "refunded" })).toEqual(["back", "often", "last", "much"]);
  expect(await listed({ q: "m", order: "sales" })).toEqual(["much"]);
});
