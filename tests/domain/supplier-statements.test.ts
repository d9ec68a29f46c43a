import { beforeAll, describe, expect, test } from "vitest";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import {
  getSupplierStatement,
  listStatements,
  previewStatement,
  settleDifference,
  uploadStatement,
} from "#server/domain/control/statements/index.ts";
import { bookTransfer, getTrialBalance, writeTransfer } from "#server/domain/money/books/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { newOperator } from "#tests/support/operators.ts";
import { newAccount, newPackage, system } from "#tests/support/world.ts";

const db = database();
const COLUMNS = {
  reference: "Order No",
  otherReference: "Client ref",
  amount: "Total",
  currency: "Currency",
  date: "Date",
  kind: "Type",
};
const FROM = new Date("2025-03-01T00:00:00Z");
const TO = new Date("2025-04-01T00:00:00Z");

type Our = { id: number; reference: string; supplierReference: string; amount: number; at: string };
let operator: Awaited<ReturnType<typeof newOperator>>;
let boss: Awaited<ReturnType<typeof newOperator>>;

/** Orders as a supplier delivered them, each with its price, one a minute or so through the month. */
async function delivered(count: number, tag: string): Promise<Our[]> {
  const { code } = await newAccount();
  const { packageId } = await newPackage({ costUsd: 4 });
  return await db.query<Our>(sql`
    with o as (
      insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, delivered_quantity, unit_price, total_amount,
        currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select a.id, 'live', 'delivered', p.id, p.name, 1, 1, 6, 6, 'USD', 'airalo', 4 + (i % 700) * 0.01, 6, ${tag} || i, t.at, t.at
        from generate_series(1, ${count}::int) i, accounts a, packages p, lateral (select ${FROM}::timestamptz + i * interval '4 minutes' as at) t
       where a.code = ${code} and p.package_id = ${packageId} returning id, unit_cost_usd, created_at, request_id
    ), s as (
      insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, supplier_reference, profiles,
        sent_at, sends, created_at, updated_at)
      select id, 1, 'airalo', 'x', 'ours-' || request_id, 1, unit_cost_usd, 'delivered', 'AIR-' || request_id, '[{}]', created_at, 1, created_at, created_at
        from o returning id, order_id, reference, supplier_reference, unit_cost_usd, created_at
    ) select order_id as id, reference, supplier_reference, unit_cost_usd::float8 as amount, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as at from s order by order_id`);
}

type Row = { ref: string; client: string; amount: number; currency?: string; at: string; type?: string };
const rowOf = ({ supplierReference: ref, reference: client, amount, at }: Our): Row => ({ ref, client, amount, at });
const HEADER = "Order No;Client ref;Type;Total;Currency;Date";
const csv = (rows: Row[], comma = true) =>
  `\uFEFF${HEADER}\r\n${rows
    .map(({ ref, client, amount, currency = "USD", at, type = "sale" }) => {
      const typed = amount.toFixed(2);
      return [ref, `"${client}"`, type, comma ? typed.replace(".", ",") : typed, currency, at].join(";");
    })
    .join("\r\n")}\r\n;;Total;123456,00;USD;\r\n`;

const upload = (text: string, more: Partial<Parameters<typeof uploadStatement>[1]> = {}) =>
  uploadStatement(operator.ctx, {
    ...{ supplier: "airalo", fileName: "march.csv", file: Buffer.from(text), columns: COLUMNS, from: FROM, to: TO },
    ...more,
  });

beforeAll(async () => {
  [operator, boss] = [await newOperator("finance"), await newOperator("admin")];
});

describe("a statement of 10,000 lines", () => {
  let text: string;
  let id: number;
  let ours: Our[];
  test("has exactly the fifty differences that were planted in it, of every kind", async () => {
    ours = await delivered(10_000, "big-");
    const rows = ours.map(rowOf);
    for (let i = 0; i < 10; i++) {
      rows[100 + i]!.amount += 0.5;
      rows[200 + i]!.currency = "EUR";
      // Another that they know and we do not; one of ours that they do not name; and one that is there twice.
      rows.push({ ref: `AIR-nobody-${i}`, client: "", amount: 7, at: "2025-03-20 10:00:00" });
      rows.push({ ...rows[300 + i]! });
    }
    rows.splice(400, 10);
    text = csv(rows);
    ({ id } = await upload(text));
    const { found, lines, matched, skipped } = await getSupplierStatement(system(), id);
    const kinds = Map.groupBy(found, ({ finding }) => finding);
    expect(Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]))).toEqual({
      ...{ amount: 10, currency: 10, theirs_only: 10, twice: 10, ours_only: 10 },
    });
    expect([lines, matched, skipped]).toEqual([10_010, 9_970, 1]);
    expect(new Set(kinds.get("ours_only")!.map(({ ref }) => ref))).toEqual(
      new Set(ours.slice(400, 410).map((our) => `B2B-${our.id}`)),
    );
    expect(kinds.get("amount")![0]).toMatchObject({
      companyName: "Test Travel Ltd",
      text: expect.stringMatching(
        /^Line 102: Airalo took .* USD for AIR-big-101, ours-big-101; B2B-\d+ of Test Travel Ltd/,
      ),
    });
    expect(kinds.get("amount")!.map(({ amount }) => amount!.toNumber())).toEqual(Array(10).fill(0.5));
    expect(kinds.get("currency")!.every(({ amount }) => amount === null)).toBe(true);
  });

  test("is read a page after the other, and nothing is left out or shown twice", async () => {
    const { found } = await getSupplierStatement(system(), id);
    const page = (skip: number) => getSupplierStatement(system(), id, { skip, limit: 20 });
    const pages = [await page(0), await page(20), await page(40)];
    expect(pages.map(({ next }) => next)).toEqual([20, 40, null]);
    expect(pages.flatMap((one) => one.found)).toEqual(found);
    expect(await page(50)).toMatchObject({ found: [], next: null, differences: 50 });
  });

  test("changes nothing when it is uploaded again, also by several at once, or saved anew by another program", async () => {
    const count = async () =>
      one(await db.query<{ n: number }>(sql`select count(*)::int as n from statement_differences`)).n;
    const before = await count();
    const again = await Promise.all([upload(text), upload(text)]);
    expect(again).toEqual([
      { id, isNew: false },
      { id, isNew: false },
    ]);
    const saved = await upload(text.replaceAll("\r\n", "\n").replace("\uFEFF", "").replaceAll(";", "\t"));
    expect(saved.isNew).toBe(true);
    expect(await getSupplierStatement(system(), saved.id)).toMatchObject({
      lines: 10_010,
      seenBefore: 10_010,
      differences: 0,
    });
    expect(await count()).toBe(before);
    expect((await listStatements(system())).filter(({ supplier }) => supplier === "airalo")).toHaveLength(2);
  });

  test("is refused under another supplier's name, with the right one", async () => {
    await expect(upload(csv(ours.slice(0, 3).map(rowOf)), { supplier: "esimgo" })).rejects.toMatchObject({
      message: expect.stringMatching(/no statement of eSIM Go.*bought from Airalo/),
      details: { field: "supplier" },
    });
    // What nobody knows may be anybody's.
    const unknown = csv([{ ref: "GO-1", client: "", amount: 7, at: "2025-03-20 10:00:00" }]);
    expect(await upload(unknown, { supplier: "esimgo" })).toMatchObject({ isNew: true });
  });

  test("what was missing is settled by the statement that has it, and another charge for what was charged is one too many", async () => {
    const late = rowOf(ours[400]!);
    const twice = { ...rowOf(ours[0]!), at: "2025-04-02 09:00:00" };
    const next = await upload(csv([late, twice]), { from: new Date("2025-04-01"), to: new Date("2025-05-01") });
    expect((await getSupplierStatement(system(), next.id)).found).toMatchObject([
      { finding: "twice", ref: `B2B-${ours[0]!.id}` },
    ]);
    const { found } = await getSupplierStatement(system(), id);
    expect(found.filter(({ state }) => state === "settled")).toMatchObject([{ ref: `B2B-${ours[400]!.id}` }]);
  });

  test("a difference is accepted with a reason, which books what differs once, or disputed and corrected, which books nothing", async () => {
    const { found } = await getSupplierStatement(system(), id);
    const of = (finding: string) => found.filter((one) => one.finding === finding && one.state === "open");
    const balance = async (account: string) => {
      const { lines } = await getTrialBalance(system());
      const line = lines.find((one) => one.account === account && one.currency === "USD");
      return (line?.debit.minus(line.credit) ?? 0).toString();
    };
    const before = [Number(await balance("write-off")), Number(await balance("float:airalo"))];
    const accept = (id_: number) =>
      requestApproval(operator.ctx, { kind: "difference", ref: `DIF-${id_}`, reason: "Their price went up that day" });
    const [amount, missing, currency] = [of("amount")[0]!, of("ours_only")[0]!, of("currency")[0]!];
    expect(await accept(amount.id)).toMatchObject({ status: "done" });
    await expect(accept(amount.id)).rejects.toMatchObject({ code: "conflict" });
    await accept(missing.id);
    await accept(currency.id);
    const cost = missing.ours!.toNumber();
    expect(Number(await balance("write-off")) - before[0]!).toBeCloseTo(0.5 - cost, 4);
    expect(Number(await balance("float:airalo")) - before[1]!).toBeCloseTo(cost - 0.5, 4);
    const other = of("amount")[1]!;
    await settleDifference(boss.ctx, other.id, "disputed", "Asked them by mail");
    await settleDifference(boss.ctx, other.id, "corrected", "They paid it back");
    await expect(settleDifference(boss.ctx, other.id, "disputed", "Again")).rejects.toMatchObject({ code: "conflict" });
    await expect(accept(other.id)).rejects.toMatchObject({ code: "conflict" });
    expect(Number(await balance("write-off")) - before[0]!).toBeCloseTo(0.5 - cost, 4);
  });
});

describe("a difference that somebody books by hand", () => {
  const openDifference = async (tag: string) => {
    const [order] = await delivered(1, tag);
    const row = { ...rowOf(order!), amount: order!.amount + 2 };
    const { id } = await upload(csv([row]), { from: FROM, to: new Date("2025-03-01T00:08:00Z") });
    const { found } = await getSupplierStatement(system(), id);
    return found.find(({ finding }) => finding === "amount")!.id;
  };
  const transfer = (reference: string) =>
    bookTransfer(system(), {
      ...{ from: "float:airalo", to: "write-off", amount: money(2), currency: "USD", reference, note: "By hand" },
    });

  test("is refused under the difference's reference, which accepting it books", async () => {
    const ref = `DIF-${await openDifference("hand-")}`;
    for (const reference of [ref, ` ${ref.toLowerCase()} `])
      await expect(transfer(reference)).rejects.toMatchObject({
        code: "validation_error",
        details: { field: "reference" },
      });
    expect(
      await requestApproval(operator.ctx, { kind: "difference", ref, reason: "Their price went up" }),
    ).toMatchObject({ status: "done" });
    expect(await db.prisma.bookTransfer.count({ where: { reference: ref } })).toBe(1);
  });

  test("and was booked before that was refused: whoever accepts it is told, and it stays open", async () => {
    const id = await openDifference("hand-before-");
    const ref = `DIF-${id}`;
    await db.transaction((tx) =>
      writeTransfer(tx, system(), {
        ...{
          from: "float:airalo",
          to: "write-off",
          amount: money(3),
          currency: "USD",
          reference: ref,
          note: "By hand",
        },
      }),
    );
    await expect(
      requestApproval(operator.ctx, { kind: "difference", ref, reason: "Their price went up" }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/3.00 USD from float:airalo to write-off/),
    });
    expect(await db.prisma.statementDifference.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "open" });
  });
});

describe("files as suppliers send them", () => {
  test("one line for each eSIM of an order is its price; refunds are held against cancels that paid", async () => {
    const [order] = await delivered(1, "parts-");
    await db.query(sql`
      update supplier_orders set quantity = 3, profiles = '[{},{},{}]' where reference = ${order!.reference}`);
    const rows = [1, 2, 3].map(() => rowOf(order!));
    const refund = { ...rowOf(order!), amount: -order!.amount, at: "2025-03-02 08:00:00" };
    const { id } = await upload(csv([...rows, refund]), { from: FROM, to: new Date("2025-03-01T00:08:00Z") });
    const { found } = await getSupplierStatement(system(), id);
    expect(found.filter(({ reference }) => reference === order!.supplierReference)).toMatchObject([
      { finding: "theirs_only", text: expect.stringContaining("paid back"), amount: expect.anything() },
    ]);
  });

  test.each([
    ["commas, points", "Order No,Total\nX-1,4.10\nX-2,1234.5\n", ["4.1", "1234.5"]],
    ["semicolons, decimal commas, groups", "Order No;Total\nX-1;4,125\nX-2;1.234,50\n", ["4.125", "1234.5"]],
    ["tabs, signs", "Order No\tTotal\nX-1\t$4.10\nX-2\t1,234.50 USD\n", ["4.1", "1234.5"]],
    ["quotation marks", 'Order No,Total\n"X-1","4,10"\n"X-2","1.234,50"\n', ["4.1", "1234.5"]],
  ])("%s", async (name, text, amounts) => {
    const columns = { ...COLUMNS, otherReference: "", currency: "", date: "", kind: "" };
    const { id } = await upload(text.replaceAll("X-", `X-${name.length}-`), {
      ...{ supplier: "esimgo", columns, from: new Date("2020-01-01"), to: new Date("2020-02-01") },
    });
    const rows = await db.query<{ amount: string }>(
      sql`select trim_scale(amount)::text as amount from statement_lines where statement_id = ${id} order by number`,
    );
    expect(rows.map(({ amount }) => amount)).toEqual(amounts);
  });

  test("columns are chosen once, and proposed by their names before that", async () => {
    const file = Buffer.from("Order ID,Your reference,Amount,Currency,Created at\nA,B,1.00,USD,2025-01-01\n");
    const columns = {
      reference: "Order ID",
      otherReference: "Your reference",
      amount: "Amount",
      currency: "Currency",
      date: "Created at",
      kind: "",
    };
    expect(await previewStatement(operator.ctx, "esimaccess", file)).toMatchObject({ lines: 1, columns });
    const chosen = { ...columns, otherReference: "" };
    await upload(file.toString(), { supplier: "esimaccess", columns: chosen, from: null, to: null });
    expect((await previewStatement(operator.ctx, "esimaccess", file)).columns).toEqual(chosen);
  });

  test.each([
    ["an amount that is none", "Order No;Total\nA;four\n", "amount", "Line 2"],
    ["an amount with two readings", "Order No;Total\nA;1,234\n", "amount", "two ways"],
    ["a column that is not there", "Number;Total\nA;1,00\n", "reference", "no column"],
    ["nothing", "", "file", "first line"],
    ["no dates and no days", "Order No;Total\nA;1,00\n", "from", "no dates"],
  ])("%s refuses the file, and says where", async (_what, text, field, words) => {
    const columns = { ...COLUMNS, otherReference: "", currency: "", date: "", kind: "" };
    const days = field === "from" ? { from: null, to: null } : {};
    await expect(upload(text, { columns, ...days })).rejects.toMatchObject({
      details: { field },
      message: expect.stringContaining(words),
    });
  });
});
