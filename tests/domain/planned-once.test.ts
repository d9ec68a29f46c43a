import { expect, test } from "vitest";
import { readOrderText } from "#server/domain/selling/orders/index.ts";
import { database, one, type Queryable, type Sql, sql, statement } from "#server/kernel/db.ts";
import { enter, newAccount } from "#tests/support/world.ts";

// Pages of orders and entries are read along their index, whatever the planner believes (decision 159): while an account grows
// its statistics know of a few rows, and the planner would read and sort all of them for each page.

const ROWS = 6_000;

const { id: accountId, code } = await newAccount({ wallet: 5 });

class Undo extends Error {}

/** On an account that has grown, before a planner that believes its indexes to be dear; undone afterwards. */
async function onGrownAccount(work: (tx: Queryable) => Promise<void>): Promise<void> {
  const undone = database().transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`
      insert into orders (account_id, environment, client_reference, status, package_id, package_name, requested_quantity, unit_price, total_amount,
        currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select ${accountId}::int, 'live', 'grown-' || i, 'delivered', 1, 'P', 1, 5, 5, 'USD', 'esimaccess', 4, 5, 'req_grown', now(), now()
        from generate_series(1, ${ROWS}::int) i`);
    await tx.query(sql`
      insert into ledger_entries (account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash)
      select account_id, sequence + i, type, amount, currency, balance_before, balance_after, credit_usable, 'grown-' || i, description, created_at, hash
        from ledger_entries, generate_series(1, ${ROWS}::int) i where account_id = ${accountId} and sequence = 1`);
    for (const way of ["indexscan", "indexonlyscan"]) await tx.query(statement(`set local enable_${way} = off`));
    await work(tx);
    throw new Undo();
  });
  await undone.catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
}

/** Pages of the database that the statement looks into, once it is planned. */
async function touched(tx: Queryable, { text, values }: Sql): Promise<number> {
  type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } };
  let last = 0;
  // PostgreSQL makes up its mind about a statement of a function within five calls.
  for (let calls = 0; calls < 7; calls++) {
    const explained = statement(`explain (analyze, buffers, format json) ${text}`, values);
    const [row] = await tx.query<{ "QUERY PLAN": [Plan] }>({ ...explained, name: "" });
    const { Plan } = row!["QUERY PLAN"][0];
    last = Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
  }
  return last;
}

const newest = Number.MAX_SAFE_INTEGER;
const page = (rows: number): [string, string, Sql][] => [
  [
    "orders",
    "order_items(int, text, text, bigint, int)",
    sql`select * from order_items(${accountId}::int, 'live', null, ${newest}::bigint, ${rows}::int)`,
  ],
  [
    "orders of a status",
    "order_items(int, text, text, bigint, int)",
    sql`select * from order_items(${accountId}::int, 'live', 'delivered', ${newest}::bigint, ${rows}::int)`,
  ],
  [
    "entries",
    "entry_items(int, bigint, int)",
    sql`select * from entry_items(${accountId}::int, ${newest}::bigint, ${rows}::int)`,
  ],
];

test.each([...new Set(page(1).map(([, pinned]) => pinned))])("%s is planned once", async (pinned) => {
  const [row] = await database().query<{ set: string[] }>(
    sql`select proconfig as set from pg_proc where oid = ${pinned}::text::regprocedure`,
  );
  expect(row!.set).toContain("plan_cache_mode=force_generic_plan");
});

test.each(page(50))("a page of %s is read along its index", async (_name, pinned, read) => {
  await onGrownAccount(async (tx) => {
    // An order has an index's three pages for its eSIM, and a row is on one page.
    const along = await touched(tx, read);
    expect(along).toBeLessThan(50 * 5);
    // What holds the plan is what makes the difference.
    await tx.query(statement(`alter function ${pinned} reset all`));
    expect(await touched(tx, read)).toBeGreaterThan(2 * along);
  });
});

type Node = { "Relation Name"?: string; "Index Name"?: string; Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test("one order is read by its id, however few the planner believes an account to have", async () => {
  await onGrownAccount(async (tx) => {
    // The planner's next best: what it took when it believed an account to have a row.
    await tx.query(sql`update pg_index set indisvalid = false where indexrelid = 'orders_pkey'::regclass`);
    const { id } = one(
      await tx.query<{ id: number }>(sql`select max(id) as id from orders where account_id = ${accountId}`),
    );
    const plans: Node[] = [];
    const query = async <Row>({ text, values }: Sql) => {
      const explained = statement(`explain (format json) ${text}`, values);
      const [row] = await tx.query<{ "QUERY PLAN": [{ Plan: Node }] }>({ ...explained, name: "" });
      plans.push(...nodesOf(row!["QUERY PLAN"][0].Plan));
      return await tx.query<Row>(statement(text, values));
    };
    const ctx = await enter(code, "live");
    const text = await readOrderText({ ...ctx, db: { ...ctx.db, query } as typeof ctx.db }, `B2B-${id}`);
    expect(JSON.parse(text)).toMatchObject({ id });
    expect(plans.filter((node) => node["Relation Name"] === "orders")).toHaveLength(1);
    expect(plans.map((node) => node["Index Name"]).filter((name) => name?.startsWith("orders_"))).toEqual([]);
  });
});
