import { beforeAll, describe, expect, test } from "vitest";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import { type Environment, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { direct } from "#tests/support/api.ts";
import { caller, live } from "#tests/support/caller.ts";
import { type Owned, populate, SAMPLES } from "#tests/support/samples.ts";
import {
  type Case,
  casesOf,
  comparable,
  harvest,
  moveIds,
  PUBLIC,
  playAll,
  type Stranger,
  snapshot,
  withoutEcho,
} from "#tests/support/tenancy-matrix.ts";
import { newAccount, newKey } from "#tests/support/world.ts";

overrideEnv({ webhookAllowedOrigins: ["http://127.0.0.1:9911"], dnsServer: "127.0.0.1:1" });

/** A part of the matrix in the ordinary run, all of it with `npm run tenancy`. */
const FULL = process.env.TENANCY === "full";
const PLENTY = { wallet: 1_000, rateMinute: 100_000_000, rateDay: 100_000_000 };
const CANARY = "canary-5f1c9";
const system = systemContext({ kind: "command", name: "tenancy" });

type Tenant = { code: string; keys: Record<Environment, string>; owned: Record<Environment, Owned> };

async function newTenant(): Promise<Tenant> {
  await moveIds();
  const { code } = await newAccount(PLENTY);
  const keys = { test: await newKey(code, "test"), live: await newKey(code, "live") };
  return { code, keys, owned: { test: await populate(code, "test", 6), live: await populate(code, "live", 6) } };
}

/** Fills every text that an account can write with the canary. */
async function plant({ code, keys, owned }: Tenant): Promise<void> {
  await database().query(
    sql`update accounts set company_name = ${`${CANARY} Ltd`}, email = ${`${CANARY}@a.example`} where code = ${code}`,
  );
  for (const environment of ["test", "live"] as const) {
    const api = caller(keys[environment]);
    await api.write("/brand", {
      brand_name: CANARY,
      company_legal_name: CANARY,
      support_email: `${CANARY}@a.example`,
      logo_url: `https://${CANARY}.example/logo.svg`,
      terms_url: `https://${CANARY}.example/terms`,
      custom_domain: `${CANARY}.example`,
      portal_slug: `${CANARY}-${environment}`,
    });
    await api.write("/webhooks", { url: `http://127.0.0.1:9911/${CANARY}` });
    const body = { package_id: owned.test.packageId, client_reference: `${CANARY}-${environment}` };
    expect((await api.post("/orders", body, { "Idempotency-Key": CANARY })).status).toBe(200);
  }
  await live(owned.test.iccid, "usage", 100);
}

let [a, b]: Tenant[] = [];
let cases: Case[];
let values: Set<string>;
let before: string[];
const seenByStrangers: string[] = [];

async function strangersTo(environment: Environment): Promise<Stranger[]> {
  const dead = (name: string, rest = {}) => createKey(system, a!.code, { environment, name, scopes: SCOPES, ...rest });
  const revoked = await dead("revoked");
  await revokeKey(system, revoked.keyPrefix);
  const expired = await dead("expired", { expiresAt: new Date(Date.now() - 1) });
  const poor = await newKey(a!.code, environment, ["health:read"]);
  const closed = await newAccount(PLENTY);
  const closedKey = await newKey(closed.code, environment);
  await changeAccount(system, closed.code, { status: "closed" });
  return [
    { name: "another account", key: b!.keys[environment], wanted: "404" },
    {
      name: "another account's other environment",
      key: b!.keys[environment === "test" ? "live" : "test"],
      wanted: "404",
    },
    { name: "the account's other environment", key: a!.keys[environment === "test" ? "live" : "test"], wanted: "404" },
    { name: "a revoked key", key: revoked.key, wanted: "401" },
    { name: "an expired key", key: expired.key, wanted: "401" },
    { name: "a key without the scope", key: poor, wanted: "403" },
    { name: "a closed account", key: closedKey, wanted: "403" },
  ];
}

beforeAll(async () => {
  a = await newTenant();
  b = await newTenant();
  await plant(a);
  values = new Set();
  cases = [];
  for (const environment of ["test", "live"] as const) {
    const answers = await playAll(a.owned[environment], a.keys[environment]);
    const own = new Set<string>();
    for (const { id, got } of answers) if (!PUBLIC.includes(id)) harvest(got.json.data, "", own);
    cases.push(...casesOf(own, await strangersTo(environment), a.owned[environment]));
    for (const value of own) values.add(value);
  }
  if (!FULL) cases = cases.filter(({ own }, i) => own || i % 11 === 0);
  before = await Promise.all(
    (["test", "live"] as const).map((environment) => snapshot(a!.owned[environment], a!.keys[environment])),
  );
});

test("every id-like value of an account is nothing to others: the answer is that for a random one", async () => {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { stranger, operation, value, random, sent, control } of cases) {
    const got = await direct.send({ ...sent, key: stranger.key });
    counts.set(stranger.name, (counts.get(stranger.name) ?? 0) + 1);
    seenByStrangers.push(withoutEcho(JSON.stringify([got.json, got.headers]), value));
    const what = `${operation} of ${value} by ${stranger.name}`;
    if (String(got.status) !== stranger.wanted) wrong.push(`${what}: HTTP ${got.status} ${JSON.stringify(got.json)}`);
    const nobody = await direct.send({ ...control, key: stranger.key });
    if (comparable(got, value) !== comparable(nobody, random))
      wrong.push(`${what}: ${comparable(got, value)} instead of ${comparable(nobody, random)}`);
  }
  process.stdout.write(
    `tenancy: ${cases.length} cases with ${values.size} harvested values: ${[...counts].map(([name, n]) => `${n} × ${name}`).join(", ")}\n`,
  );
  expect(wrong.slice(0, 20)).toEqual([]);
  // Every operation on a record was asked for one that exists, by every stranger, in both environments.
  const hits = cases.filter(({ own }) => own).length;
  expect(hits).toBeGreaterThanOrEqual(14 * 7 * 2);
  expect(cases.length).toBeGreaterThanOrEqual(FULL ? 2_500 : 500);
});

describe("afterwards", () => {
  test("nothing of the account has changed", async () => {
    const after = await Promise.all(
      (["test", "live"] as const).map((environment) => snapshot(a!.owned[environment], a!.keys[environment])),
    );
    expect(after).toEqual(before);
    for (const text of before) expect(text).toContain(CANARY);
  });

  test("no byte of it was in any answer to another account", async () => {
    for (const environment of ["test", "live"] as const) {
      const key = b!.keys[environment];
      for (const { got } of await playAll(b!.owned[environment], key))
        seenByStrangers.push(JSON.stringify([got.json, got.headers]));
      // Lists that are given the account's ids as cursors, filters that name its things, and its idempotency key.
      const ids = [...values].filter((value) => /^\d{1,15}$/.test(value)).slice(0, 50);
      for (const path of [
        ...ids.flatMap((id) => [`/orders?before_id=${id}`, `/account/ledger?before_id=${id}`]),
        `/packages?q=${CANARY}`,
        `/esims?provider=${CANARY}`,
      ])
        seenByStrangers.push(JSON.stringify((await direct.send({ method: "GET", path, key })).json));
      const body = { package_id: b!.owned.test.packageId, client_reference: `${CANARY}-${environment}` };
      const order = await direct.send({
        ...SAMPLES.createOrder!(b!.owned.test),
        body,
        key,
        headers: { "Idempotency-Key": CANARY },
      });
      expect(order.headers["idempotent-replayed"]).toBeUndefined();
      seenByStrangers.push(JSON.stringify(order.json.data).replace(`${CANARY}-${environment}`, ""));
    }
    const secrets = [
      CANARY,
      a!.code,
      ...[...values].filter((value) => /^(89\d{17}|LPA:.*|B2B-\d+|evt_.*|LED-\d+)$/.test(value)),
    ];
    expect(secrets.length).toBeGreaterThan(20);
    const all = seenByStrangers.join("\n");
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });
});
