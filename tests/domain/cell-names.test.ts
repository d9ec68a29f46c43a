import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createOperator, createUser } from "#server/domain/people/staff/index.ts";
import { createAccount } from "#server/domain/reseller/accounts/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import {
  answerClaim,
  cellNamed,
  cellNumbered,
  claimLostNames,
  giveBackNames,
  takeBack,
  whereIs,
} from "#server/domain/reseller/names/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

// A name is in one cell: whoever is first has it, whether it is claimed from another cell or taken at home.

const slug = (name: string) => ({ kind: "slug", name }) as const;
type Claim = Parameters<typeof answerClaim>[1];
const claim = (name: Claim["name"], cell = "east", holder?: number) =>
  answerClaim(system(), { name, cell, ...(holder && { holder }) });
const ownerOf = async (name: string) =>
  (await database().prisma.cellName.findFirst({ where: { name }, include: { cell: true } }))?.cell.name ?? null;

beforeAll(async () => {
  const { prisma } = database();
  const address = "http://127.0.0.1:1";
  const names = ["home", "east", "west"];
  await prisma.cell.createMany({ data: names.map((name, i) => ({ number: i + 1, name, address })) });
  await prisma.thisCell.create({ data: { number: 1 } });
});

test("a process that has read nothing yet waits for it: no cell is taken for none", async () => {
  const db = openDatabase(env().databaseUrl!, 1);
  const found = await db.transaction(async (tx) => {
    await tx.query(sql`lock table cells`);
    const asked = cellNumbered(2);
    // Longer than anybody waits who knows something.
    await sleep(600);
    return { asked };
  });
  expect(await found.asked).toMatchObject({ name: "east" });
  expect(await cellNumbered(99)).toBeNull();
  await db.close();
});

test("a name is claimed once: again by the same cell it stays its own, another cell hears whose it is", async () => {
  expect(await claim(slug("first-come"))).toMatchObject({ cell: "east" });
  expect(await claim(slug("first-come"))).toMatchObject({ cell: "east" });
  expect(await claim(slug("first-come"), "west")).toMatchObject({ cell: "east" });
  expect([await claim(slug("nobodys"), "north"), await claim(slug("nobodys"), "home")]).toEqual(["unknown", "unknown"]);
});

test("what home has is not given away: slugs, keys, people, and domains once they are proved", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code);
  await changeBrand(ctx, { portalSlug: "of-home", customDomain: "shop.of-home.example" });
  const { keyPrefix } = await createKey(system(), code, { environment: "live", name: "k", scopes: ["orders:read"] });
  await createUser(system(), code, { email: "at@home.example", role: "owner", password: PASSWORD });
  const names = [
    slug("of-home"),
    { kind: "key", name: keyPrefix.slice(-8) },
    { kind: "person", name: "at@home.example" },
  ] as const;
  for (const name of names) expect(await claim(name)).toMatchObject({ cell: "home" });
  await database().prisma.brand.updateMany({
    where: { accountId: ctx.account.id },
    data: { domainVerifiedAt: new Date() },
  });
  expect(await claim({ kind: "domain", name: "shop.of-home.example" })).toMatchObject({ cell: "home" });
  expect(await database().prisma.cellName.count({ where: { name: { contains: "of-home" } } })).toBe(0);
});

test("of a claim and a taking at home at the same moment one wins, every time", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code);
  let [claimed, taken] = [0, 0];
  for (let i = 0; i < 30; i++) {
    const name = `contested-${i}`;
    const [elsewhere, here] = await Promise.allSettled([claim(slug(name)), changeBrand(ctx, { portalSlug: name })]);
    const isClaimed = elsewhere.status === "fulfilled" && (elsewhere.value as { cell?: string }).cell === "east";
    expect(isClaimed, name).toBe(here.status === "rejected");
    if (here.status === "rejected")
      expect(here.reason).toMatchObject({ code: "conflict", details: { field: "portal_slug" } });
    expect(await ownerOf(name)).toBe(isClaimed ? "east" : null);
    if (isClaimed) claimed++;
    else taken++;
  }
  expect(claimed + taken).toBe(30);
});

test("home takes nothing that another cell has, and says so in words", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code);
  await claim(slug("easts-own"));
  await claim({ kind: "person", name: "p@east.example" });
  await expect(changeBrand(ctx, { portalSlug: "easts-own" })).rejects.toThrow(/"easts-own" belongs to another account/);
  const person = { email: "P@east.example", password: PASSWORD };
  await expect(createUser(system(), code, { ...person, role: "owner" })).rejects.toMatchObject({ code: "conflict" });
  await expect(createOperator(system(), person)).rejects.toThrow(
    /p@east.example signs in at another part of the service/,
  );
});

test("what is given back is free again, unless it was claimed within a day; nobody gives back another's", async () => {
  const name = slug("tried-once");
  await claim(name);
  const later = (ms: number) => system({ clock: { now: () => after(new Date(), ms) } });
  expect(await takeBack(later(HOUR), { names: [name], cell: "east" })).toBe(0);
  expect(await takeBack(later(2 * DAY), { names: [name], cell: "west" })).toBe(0);
  const [before] = await database().query<{ version: number }>(sql`select max(version) as version from cell_names`);
  expect(await takeBack(later(2 * DAY), { names: [name], cell: "east" })).toBe(1);
  const { number, version } = await database().prisma.cellName.findUniqueOrThrow({ where: { kind_name: name } });
  expect([number, Number(version)]).toEqual([1, before!.version + 1]);
  await changeBrand(await enter((await newAccount()).code), { portalSlug: "tried-once" });
  expect(await claim(name)).toMatchObject({ cell: "home" });
});

test("an account that claims one name after the other has eight of them, however fast it asks, and goes on when they are given back", async () => {
  const names = Array.from({ length: 20 }, (_, i) => slug(`squatted-${i}`));
  const said = await Promise.all(names.map((name) => claim(name, "east", 20_000_001)));
  const had = names.filter((_, i) => said[i] !== "enough");
  expect(had).toHaveLength(8);
  // What it has it may claim again; others, and what is for nobody in particular, are not held up by it.
  expect(await claim(had[0]!, "east", 20_000_001)).toMatchObject({ cell: "east" });
  const free = names.find((_, i) => said[i] === "enough")!;
  expect(await claim(free, "east", 20_000_001)).toBe("enough");
  expect(await claim(slug("of-nobody"))).toMatchObject({ cell: "east" });
  expect(await claim(free, "west", 40_000_001)).toMatchObject({ cell: "west" });
  const tomorrow = system({ clock: { now: () => after(new Date(), 2 * DAY) } });
  expect(await takeBack(tomorrow, { names: had.slice(0, 1), cell: "east" })).toBe(1);
  expect(await claim(slug("squatted-next"), "east", 20_000_001)).toMatchObject({ cell: "east" });
  // What it gave up and another account of its cell took counts for that one.
  await claim(had[1]!, "east", 20_000_002);
  expect(await claim(slug("squatted-last"), "east", 20_000_001)).toMatchObject({ cell: "east" });
  expect(await claim(slug("squatted-more"), "east", 20_000_001)).toBe("enough");
  // A process of before, while home is upgraded, claims for nobody in particular.
  const before = sql`select claim_cell_name('slug', 'squatted-before', 2::smallint, now()) as number`;
  expect(await database().query(before)).toEqual([{ number: 2 }]);
});

test("what was claimed more than a day ago holds nobody up, whoever uses it; no more than eight are kept for longer", async () => {
  const before = system({ clock: { now: () => after(new Date(), -DAY - HOUR) } });
  const old = Array.from({ length: 8 }, (_, i) => slug(`of-yesterday-${i}`));
  for (const name of old) await answerClaim(before, { name, cell: "east", holder: 20_000_003 });
  for (let i = 0; i < 8; i++)
    expect(await claim(slug(`of-today-${i}`), "east", 20_000_003)).toMatchObject({ cell: "east" });
  expect(await claim(slug("of-today-8"), "east", 20_000_003)).toBe("enough");
  for (const name of old) expect(await claim(name, "east", 20_000_003)).toMatchObject({ cell: "east" });
  expect(await takeBack(system(), { names: old, cell: "east" })).toBe(8);
});

test("who has eight may go back to the address that its shop had at first", async () => {
  await claim(slug("at-first"));
  for (let i = 0; i < 8; i++) await claim(slug(`tried-then-${i}`), "east", 20_000_004);
  expect(await claim(slug("at-first"), "west", 20_000_004)).toBe("enough");
  expect(await claim(slug("at-first"), "east", 20_000_004)).toMatchObject({ cell: "east" });
});

test("a process hears of what has changed about names and cells that it knows", async () => {
  overrideEnv({ cell: { name: "home", secret: "s".repeat(32) } });
  onTestFinished(() => void overrideEnv({ cell: undefined }));
  const name = slug("moved-on");
  await claim(name);
  expect(await whereIs(name)).toMatchObject({ name: "east" });
  await database().prisma.cellName.updateMany({ where: { name: name.name }, data: { number: 1 } });
  await until(async () => (await whereIs(name)) === null);
  const address = "http://127.0.0.1:2";
  expect(await cellNumbered(3)).toMatchObject({ name: "west" });
  await database().prisma.cell.update({ where: { number: 3 }, data: { address } });
  await until(async () => (await cellNamed("west"))?.address === address);
});

describe("in the database of another cell", () => {
  let keeper: AccountCtx;
  let another: AccountCtx;

  beforeAll(async () => {
    keeper = await enter((await newAccount()).code);
    another = await enter((await newAccount()).code);
    await changeBrand(keeper, { portalSlug: "kept-shop", customDomain: "kept.example" });
    const where = { accountId: keeper.account.id, environment: "live" };
    await database().prisma.brand.updateMany({ where, data: { domainVerifiedAt: new Date() } });
    await database().query(sql`update this_cell set number = 2`);
  });

  test("nothing is written under a name that was not claimed", async () => {
    await expect(
      createAccount(system(), { companyName: "Unclaimed", email: "u@example.com", currency: "USD" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await claim({ kind: "person", name: "op@east.example" });
    await createOperator(system(), { email: "op@east.example", password: PASSWORD });
    await expect(createOperator(system(), { email: "other@east.example", password: PASSWORD })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("what another shop of the cell has is refused without a claim, which would count for whoever asks", async () => {
    let asked = 0;
    const home = createServer((_request, response) => {
      asked++;
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ cell: "east", version: 0 }));
    });
    await once(home.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void home.close());
    const address = `http://127.0.0.1:${(home.address() as AddressInfo).port}`;
    await database().prisma.cell.update({ where: { number: 1 }, data: { address } });
    overrideEnv({ cell: { name: "east", secret: "s".repeat(32) } });
    onTestFinished(() => void overrideEnv({ cell: undefined }));
    await expect(changeBrand(another, { portalSlug: "kept-shop" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/"kept-shop" belongs to another account/),
      details: { field: "portal_slug" },
    });
    expect(asked).toBe(0);
  });

  test("who has as many names as one may have is told so, and nothing is changed", async () => {
    const asked: unknown[] = [];
    const home = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push(JSON.parse(body));
      response.writeHead(429, { "Content-Type": "application/json" }).end("{}");
    });
    await once(home.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void home.close());
    const address = `http://127.0.0.1:${(home.address() as AddressInfo).port}`;
    await database().prisma.cell.update({ where: { number: 1 }, data: { address } });
    overrideEnv({ cell: { name: "east", secret: "s".repeat(32) } });
    onTestFinished(() => void overrideEnv({ cell: undefined }));
    await expect(changeBrand(keeper, { portalSlug: "one-more" })).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      message: expect.stringMatching(/has eight already/),
      details: { field: "portal_slug" },
    });
    expect(asked).toEqual([{ name: { kind: "slug", name: "one-more" }, cell: "east", holder: keeper.account.id }]);
  });

  test("what has a name goes on with it when the directory has forgotten it, as of a home that was restored", async () => {
    const verify = (domainVerifiedAt: Date | null) =>
      database().prisma.brand.updateMany({
        where: { accountId: keeper.account.id, environment: "live" },
        data: { domainVerifiedAt },
      });
    expect(await changeBrand(keeper, { name: "Another name" })).toMatchObject({ portalSlug: "kept-shop" });
    await verify(new Date());
    // Given up, it is not taken again unclaimed.
    await verify(null);
    await expect(verify(new Date())).rejects.toThrow(/belongs to another cell/);
  });

  test("however many names home has forgotten, and however many are not used, one night is enough", async () => {
    const many = 1_001;
    const asked: string[] = [];
    const home = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { name, names } = JSON.parse(body) as { name?: { name: string }; names?: { name: string }[] };
      asked.push(...(names ?? [name!]).map((one) => one.name));
      // The copy of the directory says nothing of it yet.
      const answer = names ? { names: names.length } : { cell: "east", version: 1 };
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
    });
    await once(home.listen(0, "127.0.0.1"), "listening");
    const address = `http://127.0.0.1:${(home.address() as AddressInfo).port}`;
    await database().prisma.cell.update({ where: { number: 1 }, data: { address } });
    await database().query(sql`update this_cell set number = 1`);
    await database().query(sql`
      insert into users (email, name, password_hash) select 'lost-' || n || '@east.example', 'n', 'x' from generate_series(1, ${many}::int) n`);
    await database().query(sql`update this_cell set number = 2`);
    await database().query(sql`
      insert into cell_names (kind, name, cell, claimed_at) select 'slug', 'unused-' || n, 2, '2020-01-01' from generate_series(1, ${many}::int) n`);
    overrideEnv({ cell: { name: "east", secret: "s".repeat(32) } });
    try {
      expect(await giveBackNames(system())).toBeGreaterThanOrEqual(many);
      expect(await claimLostNames(system())).toBeGreaterThanOrEqual(many);
    } finally {
      overrideEnv({ cell: undefined });
      home.close();
    }
    for (const kind of ["lost-", "unused-"])
      expect(new Set(asked.filter((name) => name.startsWith(kind))).size, kind).toBe(many);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
