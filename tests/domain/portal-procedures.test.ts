import { describe, expect, test } from "vitest";
import { findSession } from "#server/domain/staff/index.ts";
import { database } from "#server/kernel/db.ts";
import type { Role } from "#server/kernel/permissions.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson } from "#tests/support/people.ts";
import { NOBODYS, newOwner, type Owned, SAMPLES } from "#tests/support/portal-samples.ts";
import { system } from "#tests/support/world.ts";

type Api = Awaited<ReturnType<Awaited<ReturnType<typeof newPerson>>["api"]>>;

const TYPES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>,
);
/** What people ask in an account; visitors, persons and the platform's own side are tested on their own. */
const NAMES = TYPES.map(([name]) => name).filter((name) => !/^(auth|person|operator)\./.test(name));
const isMutation = (name: string) => TYPES.find(([known]) => known === name)![1]._def.type === "mutation";

/** The answer as text, or the code of the refusal. */
async function outcome(api: Api, name: string, of: Owned): Promise<string> {
  const [area, verb] = name.split(".") as [keyof Api, string];
  const ask = (api[area] as unknown as Record<string, (input: unknown) => Promise<unknown>>)[verb]!;
  return await ask(SAMPLES[name]!.input?.(of)).then(
    (answer) => JSON.stringify(answer) ?? "nothing",
    (error: { code?: string }) => error.code ?? String(error),
  );
}

async function outcomes(api: Api, names: string[], of: Owned): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of names) all[name] = await outcome(api, name, of);
  return all;
}

const allOf = (names: string[], wanted: string) => Object.fromEntries(names.map((name) => [name, wanted]));
const about = (...kinds: string[]) => NAMES.filter((name) => kinds.includes(SAMPLES[name]?.about ?? ""));
const records = about("record");

/** An owner with one of everything in the account, who has a role that the matrix does not know. */
async function apiOfNoRole(environment: "test" | "live"): Promise<Api> {
  const { sessionId, email } = await newPerson();
  const person = (await findSession(database(), sessionId, new Date()))!;
  const role = "nothing" as Role;
  const memberships = person.memberships.map((membership) => ({ ...membership, role }));
  return createCallerFactory(appRouter)({
    ...system({ actor: { kind: "staff", name: email, role } }),
    ...{ client: DEVICE, person: { ...person, memberships }, environment, accountCode: null },
  });
}

/** Hundreds of questions in each test. */
const PATIENCE_MS = 120_000;

describe("every procedure of the portal's API", { timeout: PATIENCE_MS }, () => {
  test("has a sample to be asked with", () => {
    expect(NAMES.filter((name) => !SAMPLES[name])).toEqual([]);
    expect(Object.keys(SAMPLES).filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  test("answers another account's records as if they did not exist, and in the other environment too", async () => {
    const { person, owned } = await newOwner();
    const stranger = await newPerson();
    const asked = async (api: Api, names: string[]) => {
      const theirs = await outcomes(api, names, owned);
      const nobodys = await outcomes(api, names, NOBODYS);
      expect(theirs).toEqual(nobodys);
      const told = names.filter((name) => isMutation(name) && theirs[name] !== "NOT_FOUND" && theirs[name] !== "0");
      expect(told.map((name) => `${name}: ${theirs[name]}`)).toEqual([]);
    };
    await asked(await stranger.api("test"), records);
    await asked(await stranger.api("live"), records);
    await asked(
      await person.api("live"),
      records.filter((name) => !SAMPLES[name]!.acrossEnvironments),
    );
    // The names are good ones: their owner is answered, and nothing of theirs was changed by all that.
    const own = await outcomes(
      await person.api("test"),
      records.filter((name) => !isMutation(name)),
      owned,
    );
    const unanswered = Object.entries(own).filter(([, answer]) => /^[A-Z_]+$|^null$|"items":\[\]|^\[\]$/.test(answer));
    expect(unanswered.map(([name]) => name).sort()).toEqual(["esims.usage", "orders.entries"]);
    expect(own["esims.get"]).toContain('"status":"ready"');
    expect(own["webhooks.get"]).toContain('"status":"active"');
    expect(await (await person.api("test")).notices.unread()).toBe(1);
    expect(await (await person.api("test")).team.members()).toHaveLength(1);
  });

  test("tells an account nothing of another one", async () => {
    const { person, owned } = await newOwner();
    const stranger = await newPerson();
    const canaries = [person.code, person.email, owned.iccid, owned.request, owned.prefix, "canary", "77.77"];
    for (const environment of ["test", "live"] as const) {
      const told = await outcomes(await stranger.api(environment), about("account"), owned);
      for (const [name, answer] of Object.entries(told))
        for (const canary of canaries) expect(answer.includes(canary), `${name} tells ${canary}`).toBe(false);
    }
  });

  test("is asked by people with a session only, and for the account that their page was made for", async () => {
    const { person, owned } = await newOwner();
    const other = await newPerson();
    const visitor = createCallerFactory(appRouter)({
      ...system({ actor: { kind: "visitor", name: "203.0.113.9" } }),
      ...{ client: DEVICE, person: null, environment: "test", accountCode: null },
    });
    expect(await outcomes(visitor, NAMES, owned)).toEqual(allOf(NAMES, "UNAUTHORIZED"));
    expect(await outcomes(await person.api("test", other.code), NAMES, owned)).toEqual(allOf(NAMES, "CONFLICT"));
    expect(await outcomes(await person.api(null), NAMES, owned)).toEqual(allOf(NAMES, "NOT_FOUND"));
  });

  test("asks for a permission, which a role without any does not have", async () => {
    const names = about("account", "record");
    for (const environment of ["test", "live"] as const)
      expect(await outcomes(await apiOfNoRole(environment), names, NOBODYS)).toEqual(allOf(names, "FORBIDDEN"));
  });

  test("changes nothing for an operator who looks at the account, nor for a viewer", async () => {
    const { person, owned } = await newOwner();
    const operator = await newOperator();
    await (await operator.api()).operator.accounts.visit({ code: person.code, reason: "A look" });
    const mutations = NAMES.filter(isMutation);
    expect(await outcomes(await operator.api("test"), mutations, owned)).toEqual(allOf(mutations, "FORBIDDEN"));
    const viewer = await newPerson("viewer", person.code);
    const refused = await outcomes(await viewer.api("test"), mutations, owned);
    // Both only look at how things stand with others.
    expect({ ...refused, "esims.refresh": "FORBIDDEN", "balance.checkCard": "FORBIDDEN" }).toEqual(
      allOf(mutations, "FORBIDDEN"),
    );
  });
});
