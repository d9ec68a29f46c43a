import { beforeAll, describe, expect, test } from "vitest";
import { findSession } from "#server/domain/people/staff/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { listKeys } from "#server/domain/reseller/keys/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { OPERATOR_ROLE_NAMES, ROLE_NAMES, type Role } from "#server/kernel/roles.ts";
import { SCOPES, type Scope } from "#server/kernel/scopes.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { OTHER_SAMPLES } from "#tests/support/other-samples.ts";
import { DEVICE, newPerson } from "#tests/support/people.ts";
import { NOBODYS, newOwner, SAMPLES } from "#tests/support/portal-samples.ts";
import {
  type Api,
  type Asker,
  about,
  fingerprints,
  IN_ACCOUNT,
  isMutation,
  outcome,
  outcomes,
  PROCEDURES,
  replaysOf,
  sampleOf,
  toldApart,
  wrongCells,
} from "#tests/support/procedure-matrix.ts";
import { NEEDS } from "#tests/support/procedure-needs.ts";
import { harvest, moveIds } from "#tests/support/tenancy-matrix.ts";
import { system } from "#tests/support/world.ts";

/** A part of the matrix in the ordinary run, all of it with `npm run tenancy`. */
const FULL = process.env.TENANCY === "full";
const ENVIRONMENTS = ["test", "live"] as const;

let a: Awaited<ReturnType<typeof newOwner>>;
let b: Awaited<ReturnType<typeof newOwner>>;

beforeAll(async () => {
  await moveIds();
  a = await newOwner();
  await moveIds();
  b = await newOwner();
});

const visitor = (): Api =>
  createCallerFactory(appRouter)({
    ...system({ actor: { kind: "visitor", name: "203.0.113.9" } }),
    ...{ client: DEVICE, person: null, environment: "test", accountCode: null },
  });

test("every procedure says what it needs, and how it is asked", () => {
  const sampled = [...Object.keys(SAMPLES), ...Object.keys(OTHER_SAMPLES)];
  for (const declared of [Object.keys(NEEDS), sampled]) expect(declared.sort()).toEqual([...PROCEDURES].sort());
});

describe("who asks what", () => {
  const check = async (asker: Asker, api: () => Promise<Api>, of = a, names = PROCEDURES) =>
    expect(await wrongCells(asker, api, names, { theirs: of.owned, full: FULL })).toEqual([]);

  test("a visitor", async () => await check({ kind: "visitor" }, async () => visitor()));

  // Every role in one environment at least.
  const some = ROLE_NAMES.flatMap((role, i) =>
    ENVIRONMENTS.filter((_, j) => FULL || (i + j) % 2 === 0).map((environment) => [role, environment] as const),
  );
  test.each(some)("a reseller's %s in %s", async (role, environment) => {
    const person = await newPerson(role, a.person.code);
    await check({ kind: "staff", role }, () => person.api(environment));
  });

  test.each(ENVIRONMENTS)("the owner of a closed account in %s", async (environment) => {
    const closed = await newOwner();
    await changeAccount(system(), closed.person.code, { status: "closed" });
    await check({ kind: "staff", role: "owner", closed: true }, () => closed.person.api(environment), closed);
  });

  test.each(ENVIRONMENTS)("an operator who looks at the account, in %s", async (environment) => {
    const operator = await newOperator();
    await (await operator.api()).operator.accounts.visit({ code: a.person.code, reason: "A look" });
    const names = PROCEDURES.filter((name) => name !== "operator.accounts.endVisit");
    await check({ kind: "operator", role: "admin", visiting: true }, () => operator.api(environment), a, names);
  });

  test.each(OPERATOR_ROLE_NAMES)("an operator (%s)", async (role) => {
    const operator = await newOperator(role);
    await check({ kind: "operator", role, visiting: false }, () => operator.api());
  });

  test("somebody with a role that has no permission", async () => {
    const person = (await findSession(database(), a.person.sessionId, new Date()))!;
    const role = "nothing" as Role;
    const memberships = person.memberships.map((membership) => ({ ...membership, role }));
    const api = createCallerFactory(appRouter)({
      ...system({ actor: { kind: "staff", name: a.person.email, role } }),
      ...{ client: DEVICE, person: { ...person, memberships }, environment: "test", accountCode: null },
    });
    const names = about("account", "record");
    const all = Object.fromEntries(names.map((name) => [name, "FORBIDDEN"]));
    expect(await outcomes(api, names, a.owned)).toEqual(all);
  });

  test("whoever has a page of another account, or of none", async () => {
    const all = (wanted: string) => Object.fromEntries(IN_ACCOUNT.map((name) => [name, wanted]));
    expect(await outcomes(await a.person.api("test", b.person.code), IN_ACCOUNT, a.owned)).toEqual(all("CONFLICT"));
    expect(await outcomes(await a.person.api(null), IN_ACCOUNT, a.owned)).toEqual(all("NOT_FOUND"));
  });
});

test("nothing that a stranger sends is looked into, but where strangers are asked", async () => {
  const got = await Promise.all(
    PROCEDURES.map(async (name) => [name, await outcome(visitor(), name, NOBODYS, { name: "a\0b" })]),
  );
  const looked = got.filter(([, code]) => code !== "UNAUTHORIZED").map(([name]) => name!);
  expect(looked.filter((name) => NEEDS[name] !== "anyone")).toEqual([]);
});

test("a number that no record has is refused or finds nothing: nothing fails on it", async () => {
  const beyond = (value: unknown): unknown => {
    if (typeof value === "number") return 2 ** 45;
    if (value === String(NOBODYS.endpoint)) return String(2 ** 45);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, beyond(part)]));
  };
  const [operator, person] = [await (await newOperator()).api(), await a.person.api("test")];
  const asked: string[] = [];
  for (const name of PROCEDURES) {
    const sample = sampleOf(name, NOBODYS);
    const isList = !isMutation(name) && typeof sample === "object";
    const input = beyond(isList ? { ...sample, before: 1 } : sample);
    if (!JSON.stringify(input ?? null).includes(String(2 ** 45))) continue;
    const got = await outcome(name.startsWith("operator.") ? operator : person, name, NOBODYS, input);
    asked.push(`${name}: ${got}`);
  }
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((got) => got.endsWith("INTERNAL_SERVER_ERROR"))).toEqual([]);
});

describe("a key", () => {
  /** What the role of whoever makes it can give it: everything, nothing, or everything but this. */
  const GIVEN: Record<Role, "all" | "none" | Record<Environment, string>> = {
    owner: "all",
    admin: "all",
    developer: {
      test: "brand:manage",
      live: "account:balance brand:manage orders:create orders:cancel esims:suspend esims:resume topups:create",
    },
    finance: "none",
    support: "none",
    viewer: "none",
  };
  const isGiven = (role: Role, environment: Environment, scope: Scope) => {
    const given = GIVEN[role];
    return given === "all" || (given !== "none" && !given[environment].split(" ").includes(scope));
  };

  test.each(ROLE_NAMES)("has no scope that the role of its maker (%s) has not, in either environment", async (role) => {
    const person = await newPerson(role, b.person.code);
    for (const environment of ENVIRONMENTS) {
      const api = await person.api(environment);
      const rest = { name: role, allowedIps: [], requireHmac: false, expiresInDays: null };
      const before = (await listKeys(system(), b.person.code)).length;
      const made: Record<string, boolean> = {};
      for (const scope of SCOPES)
        made[scope] = (await codeOf(api.keys.create({ ...rest, scopes: [scope] }))) === "done";
      expect(made).toEqual(Object.fromEntries(SCOPES.map((scope) => [scope, isGiven(role, environment, scope)])));
      const keys = (await listKeys(system(), b.person.code)).length - before;
      expect(keys).toBe(Object.values(made).filter(Boolean).length);
      const whole = await codeOf(api.keys.create({ ...rest, scopes: [...SCOPES] }));
      expect(whole).toBe(Object.values(made).every(Boolean) ? "done" : "FORBIDDEN");
    }
  });
});

describe("what an account has", () => {
  const records = about("record");
  const withinEnvironments = records.filter((name) => !SAMPLES[name]!.acrossEnvironments);

  test("is nothing to another account, nor to itself in the other environment, whatever is asked of it", async () => {
    const before = await fingerprints();
    for (const [api, names] of [
      [await b.person.api("test"), records],
      [await b.person.api("live"), records],
      [await a.person.api("live"), withinEnvironments],
    ] as const) {
      const theirs = await outcomes(api, names, a.owned);
      expect(theirs).toEqual(await outcomes(api, names, NOBODYS));
      const told = names.filter((name) => isMutation(name) && theirs[name] !== "NOT_FOUND" && theirs[name] !== "0");
      expect(told.map((name) => `${name}: ${theirs[name]}`)).toEqual([]);
    }
    expect(await fingerprints()).toEqual(before);
    // The names are good ones: their owner is answered.
    const own = await outcomes(
      await a.person.api("test"),
      records.filter((name) => !isMutation(name)),
      a.owned,
    );
    const unanswered = Object.entries(own).filter(([, answer]) => /^[A-Z_]+$|^null$|"items":\[\]|^\[\]$/.test(answer));
    expect(unanswered.map(([name]) => name).sort()).toEqual(["esims.usage", "orders.entries"]);
    expect(own["esims.get"]).toContain('"status":"ready"');
    expect(own["webhooks.get"]).toContain('"status":"active"');
  });

  test("is told to no other", async () => {
    const { person, owned } = a;
    const { iccid, request, prefix, reference, draft, fundingReference, session } = owned;
    const canaries = [person.code, person.email, iccid, request, prefix, reference, draft, fundingReference, session];
    for (const environment of ENVIRONMENTS) {
      const told = await outcomes(await b.person.api(environment), about("account"), owned);
      for (const [name, answer] of Object.entries(told))
        for (const canary of canaries) expect(answer.includes(canary), `${name} tells ${canary}`).toBe(false);
    }
  });

  test("has no identifier in any answer that would open anything to a stranger", async () => {
    const [values, ofLive] = [new Set<string>(), new Set<string>()];
    const readable = IN_ACCOUNT.filter((name) => !isMutation(name) && SAMPLES[name]!.about !== "everybody");
    for (const environment of ENVIRONMENTS)
      for (const answer of Object.values(await outcomes(await a.person.api(environment), readable, a.owned)))
        if (/^["[{]/.test(answer))
          for (const value of harvest(JSON.parse(answer))) (environment === "live" ? ofLive : values).add(value);
    for (const value of Object.values(a.owned)) values.add(String(value));
    const ofTest = new Set(values);
    for (const value of ofLive) values.add(value);
    const all = replaysOf(values);
    const before = await fingerprints();
    const asked: string[] = [];
    // What an account has in live is its own there.
    for (const [api, names, theirs] of [
      [await b.person.api("test"), records, values],
      [await b.person.api("live"), records, values],
      [await a.person.api("live"), withinEnvironments, ofTest],
    ] as const) {
      const replays = all.filter(
        ({ name, value }, i) => names.includes(name) && theirs.has(value) && (FULL || i % 29 === 0),
      );
      asked.push(...replays.map(({ name }) => name));
      expect((await toldApart(api, replays)).slice(0, 20)).toEqual([]);
    }
    expect(await fingerprints()).toEqual(before);
    process.stdout.write(`tenancy: ${asked.length} replays of ${values.size} values by three strangers\n`);
    expect(values.size).toBeGreaterThan(40);
    expect(new Set(asked).size).toBeGreaterThan(records.length / 2);
  });
});
