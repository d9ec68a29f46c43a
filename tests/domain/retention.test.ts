import { expect, test } from "vitest";
import { computePrice } from "#server/domain/catalogue/pricing/price-package.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { purgeExpired } from "#server/domain/reseller/request-log/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const db = database();
const daysAgo = (days: number) => after(new Date(), -days * DAY);
const count = async (statement: ReturnType<typeof sql>) => (await db.query<{ n: number }>(statement))[0]!.n;

test("events are kept for 400 days, and for longer what a delivery needs", async () => {
  const ctx = await enter((await newAccount()).code, "test");
  const endpoint = await newEndpoint("https://93.184.216.34/hook");
  for (const who of [ctx, endpoint.ctx]) await announce(who, 2);
  await db.query(
    sql`update events set created_at = now() - interval '401 days' where id in (select min(id) from events group by account_id)`,
  );
  await purgeExpired(system());
  expect(await count(sql`select count(*) as n from events where account_id = ${ctx.account.id}`)).toBe(1);
  expect(await count(sql`select count(*) as n from events where account_id = ${endpoint.ctx.account.id}`)).toBe(2);
});

test("mails of no account go after 30 days, sent or not", async () => {
  const { id: accountId } = await getAccount(system(), (await newAccount()).code);
  for (const age of [29, 31])
    for (const account of [null, accountId])
      await db.prisma.mail.create({
        data: {
          kind: "recovery",
          accountId: account,
          recipient: `${age}@kept.example`,
          subject: "",
          createdAt: daysAgo(age),
        },
      });
  await purgeExpired(system());
  const left = await db.prisma.mail.findMany({
    where: { recipient: { endsWith: "@kept.example" } },
    orderBy: { id: "asc" },
  });
  expect(left.map((mail) => [mail.recipient, mail.accountId])).toEqual([
    ["29@kept.example", null],
    ["29@kept.example", accountId],
    ["31@kept.example", accountId],
  ]);
});

test("what suppliers count apart is forgotten after a day, what they count in all is not", async () => {
  for (const [about, hours] of [
    ["esim 1", 25],
    ["esim 2", 23],
    ["", 48],
  ] as const)
    await db.query(sql`
      insert into supplier_turns (supplier_code, about, given)
      values ('airalo', ${about}, array[now() - make_interval(hours => ${hours}::int)])`);
  await purgeExpired(system());
  const left = await db.prisma.supplierTurn.findMany({ orderBy: { about: "asc" } });
  expect(left.map(({ about }) => about)).toEqual(["", "esim 2"]);
});

test("no price rounds to nothing", () => {
  const rule = { markupPercent: money(-99.9999), retailMarkupPercent: money(0) } as Parameters<typeof computePrice>[1];
  const { unitPrice, baseUnitPrice } = computePrice(
    { costUsd: money("0.0001"), suggestedRetailUsd: null } as Parameters<typeof computePrice>[0],
    rule,
    money("0.01"),
  );
  expect([unitPrice.toString(), baseUnitPrice.toString()]).toEqual(["0.0001", "0.0001"]);
});
