import { expect, test } from "vitest";
import { searchRecords } from "#server/domain/control/search/index.ts";
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
  expect(await listed({ q: "FTEN@ex" })).toEqual(["often"]);
  expect((await api.sales.list({ q: "ck@exam" })).items).toMatchObject([{ email: "back@example.com" }]);
  expect(await listed({ q: "%" })).toEqual([]);
  expect(await listed({ q: "_@_" })).toEqual([]);
});

test("what many addresses have in them is found among the newest purchases, what few have among all, and another account's never", async () => {
  const person = await newPerson();
  const ctx = await person.inAccount("live");
  const { id: packageId } = await newPackage();
  const buy = async ({ account }: typeof ctx, mark: string, emails: string[]) =>
    await database().query(sql`
      insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price,
        total_amount, currency, unit_cap, created_at, paid_at, updated_at)
      select ${account.id}, 'live', 'order', 'delivered', ${mark} || i, email, 'en', ${packageId}, 'A plan', 1, 2, 2, 2, 'USD', 5, now(), now(), now()
        from unnest(${emails}::text[]) with ordinality as e (email, i)`);
  const other = await (await newPerson()).inAccount("live");
  await buy(other, "other", ["old-friend@far.example"]);
  await buy(ctx, "old", ["an-old-friend@far.example", "early@many.example"]);
  await buy(
    ctx,
    "new",
    Array.from({ length: 520 }, (_, i) => `t${i}@many.example`),
  );
  const api = await person.api("live");
  const sold = async (q: string) => (await api.sales.list({ q })).items.map(({ email }) => email);
  expect(await sold("d-friend@far")).toEqual(["an-old-friend@far.example"]);
  expect(await sold("@many")).toContain("t519@many.example");
  expect(await sold("early@many")).toEqual(["early@many.example"]);
  const found = async (q: string) => (await searchRecords(ctx, q)).map(({ about }) => about.split(" ")[0]);
  expect(await found("d-friend@far")).toEqual(["an-old-friend@far.example"]);
  expect(await found("arly@many")).toEqual(["early@many.example"]);
  expect(await found("@many")).toEqual([519, 518, 517, 516, 515, 514].map((i) => `t${i}@many.example`));
});
