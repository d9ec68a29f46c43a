import { beforeAll, expect, test } from "vitest";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import {
  findBuyer,
  listOwnedEsims,
  type Owed,
  owed,
  type StoreLink,
  warnTravellers,
} from "#server/domain/shop/checkout/index.ts";
import { findEqualPlan } from "#server/domain/shop/guarantee/find-equal.ts";
import { findEntitled } from "#server/domain/shop/guarantee/offer.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Database, database, type Sql, sql } from "#server/kernel/db.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// Pages of one eSIM ask for its purchase: that may cost no more when there are many purchases of others.

const MANY = 20_000;
const PIECE = 2_000;

let ctx: AccountCtx;
let esimId: number;

beforeAll(async () => {
  ctx = await enter((await newAccount()).code);
  const { packageId } = await newPackage();
  const { iccid } = await deliveredOrder(ctx, packageId, { status: "installed" });
  esimId = (await getEsim(ctx, iccid)).id;
  // In pieces: one statement of all takes longer than a statement may on a busy machine.
  for (let made = 0; made < MANY; made += PIECE) {
    await database().query(sql`
      insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, unit_price, total_amount, currency,
        supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select o.account_id, o.environment, 'failed', o.package_id, o.package_name, 1, 5, 5, o.currency, o.supplier_code, 4, 5, 'req_many', now(), now()
        from (select * from orders order by id limit 1) o cross join generate_series(1, ${PIECE}::int)`);
    await database().query(sql`
    insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price,
      total_amount, currency, unit_cap, order_id, vat_kind, vat_country, vat_rate, created_at, paid_at, updated_at)
    select account_id, environment, 'order', 'delivered', 'many-' || id, 'traveller-' || id || '@example.com', 'en', package_id, package_name, 1, 9, 9, 9,
           currency, 5, id, 'included', 'DE', 19, now(), now(), now() from orders o where not exists (select from checkouts c where c.order_id = o.id)`);
  }
  await database().query(sql`analyze orders, esims, checkouts, checkout_lines, gifts, replacements`);
});

type Node = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Node[] };

/** What is read of purchases by the statements of some work: the indexes they are found by, and `all` where a table is read from end to end. */
async function readings(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const sent: Sql[] = [];
  const query = (statement: Sql) => {
    sent.push(statement);
    return database().query(statement);
  };
  await work(Object.create(database(), { query: { value: query } }));
  const found: string[] = [];
  const collect = (node: Node): void => {
    if (node["Relation Name"] === "checkouts")
      found.push(node["Node Type"] === "Seq Scan" ? "all" : (node["Index Name"] ?? node["Node Type"]));
    node.Plans?.forEach(collect);
  };
  for (const { text, values } of sent) {
    const [row] = await database().query<{ "QUERY PLAN": { Plan: Node }[] }>({
      ...{ text: `explain (format json) ${text}`, values, name: "" },
    });
    for (const { Plan } of row!["QUERY PLAN"]) collect(Plan);
  }
  return found;
}

const link = { kind: "share", esimId: 0, checkoutId: null, email: null, handoverId: null } as Partial<StoreLink>;

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["its page", async (db) => await listOwnedEsims({ ...ctx, db }, { ...link, esimId } as StoreLink)],
  ["whether it is paid for", async (db) => await findEntitled({ ...ctx, db }, db, esimId)],
  ["which plans equal it", async (db) => await findEqualPlan({ ...ctx, db }, esimId)],
  ["who bought it", async (db) => expect(await findBuyer({ ...ctx, db }, esimId)).toMatchObject({ country: "DE" })],
  ["what is owed for it", async (db) => await db.query<Owed>(owed(sql`e.id = ${esimId}`))],
  ["whether its traveller is to be told something", async (db) => await warnTravellers(system({ db }))],
])("the purchase of an eSIM is found by its order: %s", async (_, work) => {
  const found = await readings(work);
  expect(found).toContain("checkouts_order_id_key");
  expect(found).not.toContain("all");
});
