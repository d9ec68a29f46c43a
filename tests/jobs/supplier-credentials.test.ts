import { afterEach, expect, test } from "vitest";
import {
  connectSupplier,
  listCredentials,
  removeCredentials,
  type SupplierCode,
  setCredentials,
} from "#server/domain/catalogue/suppliers/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

await simulatedSuppliers([]);
const GOOD: Record<string, Record<string, string>> = {
  esimaccess: { access_code: "simulator" },
  airalo: { client_id: "simulator", client_secret: "simulator-secret" },
  esimgo: { api_key: "simulator-key" },
};
const given = env().suppliers;

afterEach(async () => {
  overrideEnv({ suppliers: given });
  await database().query(sql`delete from supplier_credentials`);
});

/** What the environment says is not accepted by anybody. */
const spoilEnvironment = () =>
  overrideEnv({
    suppliers: Object.fromEntries(
      Object.entries(given).map(([code, settings]) => [
        code,
        { ...settings, ...Object.fromEntries(Object.keys(GOOD[code]!).map((name) => [name, "wrong"])) },
      ]),
    ),
  });

const answers = async (code: SupplierCode) =>
  (await (await connectSupplier(system(), code)).balance()).kind === "found";

/** The simulator of eSIM Access takes every access code. */
const STRICT = ["airalo", "esimgo"] as const;

test.each(STRICT)("what is entered for %s goes before the environment, until it is removed", async (code) => {
  const { ctx, email } = await newOperator();
  spoilEnvironment();
  expect(await answers(code)).toBe(false);
  await setCredentials(ctx, code, GOOD[code]!);
  expect(await answers(code)).toBe(true);
  for (const one of await listCredentials(ctx, code))
    expect(one).toMatchObject({ source: "operator", changedBy: email });
  await removeCredentials(ctx, code);
  expect(await answers(code)).toBe(false);
  for (const one of await listCredentials(ctx, code)) expect(one).toMatchObject({ source: "environment" });
  expect(await codeOf(removeCredentials(ctx, code))).toBe("conflict");
});

test.each(STRICT)("what %s does not accept is refused, and what was there stays", async (code) => {
  const { ctx } = await newOperator();
  await setCredentials(ctx, code, GOOD[code]!);
  const wrong = Object.fromEntries(Object.keys(GOOD[code]!).map((name) => [name, "wrong"]));
  expect(await codeOf(setCredentials(ctx, code, wrong))).toBe("validation_error");
  for (const bad of ["", "two words", "é", "x".repeat(501), "line\nbreak"])
    expect(await codeOf(setCredentials(ctx, code, { ...GOOD[code], [Object.keys(GOOD[code]!)[0]!]: bad })), bad).toBe(
      "validation_error",
    );
  spoilEnvironment();
  expect(await answers(code)).toBe(true);
});

test("they are kept encrypted, and shown nowhere", async () => {
  const operator = await newOperator();
  await setCredentials(operator.ctx, "airalo", GOOD.airalo!);
  const rows = await database().query<{ value: Buffer }>(sql`select value from supplier_credentials`);
  expect(rows).toHaveLength(2);
  const api = await operator.api();
  const shown = JSON.stringify([
    rows.map(({ value }) => Buffer.from(value).toString("latin1")),
    await listCredentials(operator.ctx, "airalo"),
    await api.operator.suppliers.get("airalo"),
    await listAllAudit(operator.ctx, { search: "airalo", limit: 50 }),
    await database().query(sql`select request, response from supplier_calls`),
  ]);
  expect(shown).toContain("credentials_set");
  expect(shown).not.toContain("simulator-secret");
});
