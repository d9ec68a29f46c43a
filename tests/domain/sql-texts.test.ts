import { runMigrations } from "graphile-worker";
import pg from "pg";
import { expect, test } from "vitest";
import { connectionOptions, database } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { checkStatements } from "#tests/support/sql-check/check.ts";
import { readSources } from "#tests/support/sql-check/sources.ts";

// The texts of all statements, in every variant, held against the migrated database, which prepares them and runs none:
// what they name is there, what they are given is of its type, and their rows are what the program takes them for.

/** By place and how it begins: what cannot be followed, and why that is not checked here. */
const NOT_FOLLOWED = [
  // They run what they are given.
  "server/kernel/db.ts client.query(statement)",
  "server/kernel/db.ts pool.query(statement)",
  "server/kernel/session-limits.ts client.query(statement)",
  // Their tables are named by the list in `stored-secrets.ts`: `secrets.test.ts` runs each of them with the whole list.
  "server/domain/control/secrets/open-keyring.ts db.query<{ stored: Buffer }>(statement(text))",
  "server/domain/control/secrets/re-encrypt.ts ctx.db.query<{ place: string; stored: Buffer }>(",
  "server/domain/control/secrets/re-encrypt.ts ctx.db.query(",
  "server/domain/control/secrets/re-encrypt.ts ctx.db.query<{ n: number }>(statement(",
  "server/domain/control/secrets/secrets-status.ts ctx.db.query<{ i: number; n: number }>(statement(text, [activeKeyId()]))",
];

const PLANTED = `import { type Database, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { allOf } from "#server/kernel/conditions.ts";
import { moveStatement } from "#server/kernel/moves.ts";

export const misspelt = (db: Database) => db.query(sql\`
  select id
    from accounts where cod = 'A'\`);
export const given = (db: Database, name: string) => db.query(sql\`select from accounts where id = \${name}\`);
export const named = (db: Database) => db.query<{ id: number; mail: string }>(sql\`select id from accounts\`);
export const unnamed = (db: Database) => db.query<{ id: number }>(sql\`select id, code from accounts\`);
export const exact = (db: Database) => db.query<{ balance: number }>(sql\`select balance from wallets\`);
export const counted = (db: Database) => db.query<{ n: string }>(sql\`select count(*) as n from accounts\`);
export const dated = (db: Database) => db.query<{ day: Date }>(sql\`select current_date as day\`);
export const inJson = (db: Database) => db.query<{ x: { at: Date } }>(sql\`select jsonb_build_object('at', now()) as x\`);
export const absent = (db: Database) => db.query<{ imsi: string }>(sql\`select imsi from esims\`);
export const joined = (db: Database) => db.query<{ code: string }>(sql\`
  select a.code from audit_entries e left join accounts a on a.id = e.account_id order by e.id\`);
export const present = (db: Database) => db.query<{ id: number | null }>(sql\`select id from accounts\`);
export async function inferred(db: Database): Promise<{ balance: string }[]> {
  return await db.query(sql\`select balance from wallets\`);
}
export const sometimes = (db: Database, code?: string) =>
  db.query(sql\`select from accounts where \${code ? sql\`code = \${code}\` : sql\`cod is null\`}\`);
export const pushed = (db: Database, code?: string) => {
  const where = [sql\`id > 0\`];
  if (code) where.push(sql\`cod = \${code}\`);
  return db.query(sql\`select from accounts where \${where.reduce((all, next) => sql\`\${all} and \${next}\`)}\`);
};
export const chosen = (db: Database, code?: string) =>
  db.query(sql\`select from accounts where \${allOf<{ code?: string }>({ before: false, code: code !== undefined && sql\`cod = \${code}\` })}\`);
const change = (db: Transaction, set: Sql) => db.query(sql\`update accounts set \${set} where id = 1\`);
export const changed = (db: Transaction) => change(db, sql\`cod = 'A'\`);
export const closed = (db: Database) => db.closing<{ n: Money }>(async () => [sql\`select 1 as n\`, sql\`select cod from accounts\`]);
export const moved = (db: Database, changes: { status?: "active"; creditLimt?: Money }) =>
  db.query(moveStatement("accounts", { active: [] }, { id: 1, status: "active" }, changes));
export const right = (db: Database, codes: string[]) =>
  db.query<{ id: number; code: string; cost: Money }>(sql\`
    select id, package_id as code, cost_usd as "cost" from packages where package_id = any (\${codes}) limit \${codes.length}\`);
export const filtered = (db: Database) => db.query<{ imsi: string }>(sql\`select imsi from esims where imsi is not null\`);
export const anyText = (db: Database, texts: Map<string, Sql>) => db.query(texts.get("one")!);
export const asColumn = (db: Database) => db.query<{ order_id: number }>(sql\`select order_id from esims\`);
export const twice = (db: Database) => db.query<{ orderId: number }>(sql\`select order_id, id as "orderId" from esims\`);
`;

// Some statements speak to the built-in job engine's own tables.
const pgPool = new pg.Pool(connectionOptions(env().databaseUrl!));
pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
await runMigrations({ pgPool });
await pgPool.end();

const { findings, unread } = await checkStatements(
  readSources(["server/**/*.ts", "inngest/**/*.ts"], { "server/planted.ts": PLANTED }),
  database(),
  env().databaseUrl!,
);
const isPlanted = (place: string) => place.startsWith("server/planted.ts");

test("every statement of the product is one of the migrated database, with what it is given and what it returns", () => {
  expect(findings.filter((finding) => !isPlanted(finding))).toEqual([]);
});

test("every text can be followed: say it so that it can, with templates, conditions, lists and functions, or say why not", () => {
  const places = unread.filter(({ place }) => !isPlanted(place));
  const named = places.map(({ place, expression }) => `${place.replace(/:\d+$/, "")} ${expression}`);
  expect([...new Set(named)].sort()).toEqual(NOT_FOLLOWED.toSorted());
});

test("every kind of mistake is found, with file and line", () => {
  expect(findings.filter(isPlanted)).toEqual([
    'server/planted.ts:10 "mail" is in the row\'s type, and no column of the statement',
    'server/planted.ts:11 the column "code" is not in the row\'s type',
    'server/planted.ts:12 "balance" is number in the row\'s type, and comes as Money (numeric)',
    'server/planted.ts:13 "n" is string in the row\'s type, and comes as number (bigint)',
    "server/planted.ts:14 \"day\" is Date in the row's type, and comes as Date of the process's time zone (date)",
    'server/planted.ts:15 "x" is { at: Date; } in the row\'s type, and comes as json (jsonb)',
    'server/planted.ts:16 "imsi" can be null, which the row\'s type does not say',
    'server/planted.ts:17 "code" can be null, which the row\'s type does not say',
    'server/planted.ts:19 "id" is never null, and the row\'s type says that it can be',
    'server/planted.ts:21 "balance" is string in the row\'s type, and comes as Money (numeric)',
    'server/planted.ts:24 column "cod" does not exist',
    'server/planted.ts:27 column "cod" does not exist',
    'server/planted.ts:31 column "cod" does not exist',
    'server/planted.ts:33 column "cod" of relation "accounts" does not exist',
    'server/planted.ts:34 "n" is Decimal in the row\'s type, and comes as number (integer)',
    'server/planted.ts:34 column "cod" does not exist',
    'server/planted.ts:36 column "credit_limt" of relation "accounts" does not exist',
    'server/planted.ts:42 "order_id" is in the row\'s type, and no column of the statement',
    'server/planted.ts:42 the column "order_id" is not in the row\'s type',
    'server/planted.ts:43 the column "order_id" is lost: another comes as "orderId" too',
    'server/planted.ts:8 column "cod" does not exist',
    "server/planted.ts:9 name is string, and PostgreSQL takes it for integer",
  ]);
  expect(unread.filter(({ place }) => isPlanted(place))).toEqual([
    { place: "server/planted.ts:41", expression: 'db.query(texts.get("one")!)' },
  ]);
});
