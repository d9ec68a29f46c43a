import { expect, test } from "vitest";
import { createEndpoint, enableEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { removePasskey } from "#server/domain/people/staff/index.ts";
import { saveView } from "#server/domain/people/views/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { createVouchers } from "#server/domain/shop/vouchers/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { late } from "#tests/support/late.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";
import { newPackage, system } from "#tests/support/world.ts";

const { prisma } = database();
const { packageId, id: numericPackageId } = await newPackage({ costUsd: 1 });
const now = new Date();
const nth = (most: number) => Array.from({ length: most - 1 }, (_, i) => i + 1);

type Ctx = AccountCtx & Awaited<ReturnType<typeof newPerson>>["personCtx"];
type Kind = { most: number; fill(ctx: Ctx, n: number[]): Promise<unknown>; add(ctx: Ctx): Promise<unknown> };

const endpoint = { url: "https://93.184.216.34/", events: ["*"], secret: Buffer.alloc(8), createdAt: now };

/** As many as there may be but one, and one more. */
const KINDS: Record<string, Kind> = {
  "webhook endpoints": {
    most: 20,
    fill: (ctx, n) => prisma.webhookEndpoint.createMany({ data: n.map(() => ({ ...tenant(ctx), ...endpoint })) }),
    add: (ctx) => createEndpoint(ctx, { url: "https://93.184.216.34/one-more", events: ["*"] }),
  },
  "webhook endpoints that are enabled again": {
    most: 20,
    fill: (ctx, n) => prisma.webhookEndpoint.createMany({ data: n.map(() => ({ ...tenant(ctx), ...endpoint })) }),
    async add(ctx) {
      const data = { ...tenant(ctx), ...endpoint, status: "disabled" };
      return enableEndpoint(ctx, String((await prisma.webhookEndpoint.create({ data })).id));
    },
  },
  "API keys": {
    most: 100,
    fill: (ctx, n) =>
      database().query(sql`
        insert into api_keys (account_id, environment, public_id, name, hash, scopes)
        select ${ctx.account.id}, 'live', ${ctx.account.id}::text || lpad(i::text, 8 - length(${ctx.account.id}::text), 'z'), 'k', '\\x00', '{catalog:read}'
          from unnest(${n}::int[]) i`),
    add: (ctx) => createKey(ctx, ctx.account.code, { environment: "live", name: "k", scopes: ["catalog:read"] }),
  },
  "discount codes": {
    most: 500,
    fill: (ctx, n) =>
      prisma.discountCode.createMany({
        data: n.map((i) => ({
          ...{ ...tenant(ctx), code: `CODE${i}`, percentOff: 10, oncePerPerson: false, belowCost: true },
          ...{ createdAt: now, updatedAt: now },
        })),
      }),
    add: (ctx) =>
      createDiscount(
        ctx,
        {
          ...{
            code: `MORE${Math.random().toString(36).slice(2, 8).toUpperCase()}`,
            percentOff: money(10),
            amountOff: null,
          },
          ...{ packageIds: [], destinations: [], startsAt: null, endsAt: null, mostUses: null, oncePerPerson: false },
        },
        { belowCost: true },
      ),
  },
  "batches of vouchers in a day": {
    most: 50,
    fill: (ctx, n) =>
      prisma.voucherBatch.createMany({
        data: n.map((i) => ({
          ...{
            ...tenant(ctx),
            name: `b${i}`,
            packageId: numericPackageId,
            size: 1,
            seed: Buffer.alloc(8),
            unitCap: 10,
          },
          ...{ expiresAt: after(now, DAY), createdBy: "staff", createdAt: now },
        })),
      }),
    add: (ctx) =>
      createVouchers(ctx, {
        ...{ name: "b", packageCode: packageId, size: 1, expiresAt: after(now, DAY), unitCap: money(1_000) },
      }),
  },
  "views of a list": {
    most: 30,
    fill: (ctx, n) =>
      prisma.savedView.createMany({
        data: n.map((i) => ({
          ...{ ...tenant(ctx), userId: ctx.person.userId, list: "orders", name: `v${i}`, query: "", shared: false },
          createdAt: now,
        })),
      }),
    add: (ctx) => saveView(ctx, { list: "orders", name: `more ${Math.random()}`, query: "", shared: false }),
  },
};

test.each(Object.entries(KINDS))("of %s there are no more than may be, also of two at once", async (_, kind) => {
  const person = await newPerson();
  const ctx = { ...person.personCtx, ...(await person.inAccount()) };
  await kind.fill(ctx, nth(kind.most));
  let added = "";
  const slow = late(ctx, async () => {
    added = await codeOf(kind.add(ctx));
  });
  expect(["conflict", "rate_limit_exceeded"]).toContain(await codeOf(kind.add(slow)));
  expect(added).toBe("done");
});

test("an operator who removes two factors at once keeps one", async () => {
  const { email } = await newOperator();
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } });
  const keys = ["one", "other"].map((name) => `${name}-${userId}`);
  await prisma.passkey.createMany({
    data: keys.map((id) => ({ id, userId, name: id, publicKey: Buffer.alloc(8), transports: [], createdAt: now })),
  });
  const ctx = {
    ...system({ actor: { kind: "operator", name: email, operatorRole: "admin" } }),
    person: { userId, sessionId: "none" },
  };
  const both = await Promise.all(keys.map((id) => codeOf(removePasskey(ctx, id))));
  expect(both.sort()).toEqual(["conflict", "done"]);
  expect(await prisma.passkey.count({ where: { userId } })).toBe(1);
});
