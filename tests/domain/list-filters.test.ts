import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { paramsOf, readSearch } from "#components/portal/search-params.ts";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { eachJournalLine, journalFilter } from "#server/domain/money/books/index.ts";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { findSession } from "#server/domain/people/staff/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { refundSale, settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { operatorReports, reports } from "#server/files/reports/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { type Filters, textsOf } from "#server/kernel/list-filter.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { enterAsOperator, enterAsStaff, type PortalContext } from "#server/trpc/context.ts";
import { filterInput } from "#server/trpc/filters.ts";
import { caller } from "#tests/support/caller.ts";
import { newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson } from "#tests/support/people.ts";
import { goToPay } from "#tests/support/storefront.ts";
import { announce } from "#tests/support/webhooks.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

// Every list with a filter: its page, the portal's API and its file take each filter alike, and leave the same rows.

const dayIn = (days: number) =>
  after(new Date(), days * DAY)
    .toISOString()
    .slice(0, 10);
const [YESTERDAY, TODAY, TOMORROW] = [dayIn(-1), dayIn(0), dayIn(1)];

/** An account with two of everything that its lists show, different in every way that they can be narrowed by. */
async function newDesk() {
  const person = await newPerson();
  const test = await person.inAccount("test");
  const { id: accountId } = test.account;
  const [one, two] = [await newPackage({ days: 10 }), await newPackage({ country: "JP", dataMb: 500, days: 3 })];
  await database().query(sql`
    update packages set region_code = 'asia', type = 'regional', country_code = null, topup_supported = false, hotspot = false where id = ${two.id}`);
  await database().query(sql`update packages set hotspot = true where id = ${one.id}`);
  const endpoints = [];
  for (const path of ["one", "two"])
    endpoints.push((await createEndpoint(test, { url: `https://93.184.216.34/${path}`, events: ["*"] })).id);
  const keys = [await newKey(person.code, "test"), await newKey(person.code, "test")];
  await caller(keys[0]!).order(one.packageId, 1);
  const refused = await caller(keys[1]!).post(
    "/orders",
    { package_id: two.packageId, quantity: 99 },
    { "Idempotency-Key": "a" },
  );
  await caller(keys[1]!).get("/packages?limit=1");
  await flushRequestLog(database());
  const { ip: address } = await test.db.prisma.apiRequest.findFirstOrThrow({
    where: { accountId, code: { not: null } },
  });
  const api = await person.api("test");
  const draft = () => `portal-${Date.now()}-${crypto.randomUUID()}`;
  const placed = await api.orders.place({
    draft: draft(),
    packageId: two.packageId,
    quantity: 1,
    clientReference: "shop-2",
  });
  const live = await person.api("live");
  await live.orders.place({ draft: draft(), packageId: one.packageId, quantity: 1 });
  await database().query(sql`
    insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, unit_price, total_amount, currency,
      supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
    values (${accountId}, 'test', 'queued', ${one.id}, 'P', 1, 5, 5, 'USD', 'esimaccess', 4, 5, 'req_list', now(), now())`);
  const [esim] = (await api.esims.list({ q: placed.reference })).items;
  const bought = await goToPay(test, one.packageId, { email: "ada@example.com" });
  await payInTest(test, (await findPayment(test.db, bought.checkout.id))!);
  await settleCheckout(system(), bought.checkout.id);
  const refund = { attempt: crypto.randomUUID(), amount: money(1), reason: "late" };
  await refundSale(test, { number: bought.checkout.number, ...refund });
  const paid = await goToPay(test, two.packageId, { email: "bob@example.com", locale: "en" });
  await database().query(sql`update checkouts set status = 'paid', paid_at = now() where id = ${paid.checkout.id}`);
  const { status } = await api.esims.live({ iccid: esim!.iccid, event: "activate" });
  await database().query(sql`update esims set supplier_code = 'airalo' where iccid = ${esim!.iccid}`);
  const [eventId] = await announce(test, 1, "esim.activated");
  await database().query(sql`
    update deliveries set status = 'failed', next_attempt_at = null
     where id = (select max(d.id) from deliveries d where d.endpoint_id = ${endpoints[0]!})`);
  for (const readAt of [null, new Date()])
    await database().query(sql`
      insert into notices (account_id, environment, kind, subject, text, dedupe_key, created_at, read_at)
      values (${accountId}, 'test', 'balance.low', 'balance', 'low', ${String(readAt)}, now(), ${readAt})`);
  const session = await findSession(database(), person.sessionId, new Date());
  const browser = (environment: Environment): PortalContext => ({
    ...system(),
    client: DEVICE,
    person: session,
    environment,
    accountCode: null,
  });
  const requestId = (refused.json as { meta: { request_id: string } }).meta.request_id;
  const [audited] = (await api.team.audit({ area: "webhook" })).items;
  return {
    person,
    api,
    live,
    packages: [one, two],
    endpoints,
    placed,
    sale: bought.checkout.number,
    status,
    iccid: esim!.iccid,
    deliveryId: (await api.webhooks.deliveries({ status: "failed" })).items[0]!.id,
    entry: (await live.balance.ledger({ type: "debit" })).items[0]!.reference,
    audited: audited!,
    eventId: eventId!,
    requestId,
    address,
    prefix: keys[0]!.slice(0, 17),
    accountCode: person.code,
    staff: async (environment: Environment = "test") => await enterAsStaff(browser(environment)),
  };
}

/** The same of the operators' side. */
async function newOffice() {
  const operator = await newOperator();
  const [one, two] = [await newAccount({ wallet: 100 }), await newAccount({ wallet: 100 })];
  await database().query(sql`update accounts set status = 'closed' where code = ${two.code}`);
  await caller(await newKey(one.code, "test")).order((await newPackage()).packageId, 2);
  await database().query(sql`
    update esims set environment = 'live'
     where id = (select max(e.id) from esims e join accounts a on a.id = e.account_id where a.code = ${one.code})`);
  for (const [accountCode, amount, kind] of [
    [one.code, 10, "deposit"],
    [(await newAccount()).code, 9_000, "adjustment"],
  ] as const)
    await requestApproval(operator.ctx, {
      kind,
      accountCode,
      amount: money(amount),
      reason: "As agreed",
      bankReference: accountCode,
    });
  await database().query(sql`
    insert into sales_sums (by, grain, key, since, orders, units, charged, refunded, cost, delivered, delivery_seconds, slowest_seconds)
    values ('account', 'day', ${one.code}, ${YESTERDAY}::date, 1, 1, 5, 0, 4, 1, 2, 2)`);
  const browser: PortalContext = {
    ...system(),
    client: DEVICE,
    person: await findSession(database(), operator.sessionId, new Date()),
    environment: null,
    accountCode: null,
  };
  return { code: one.code, api: (await operator.api()).operator, ctx: enterAsOperator(browser) };
}

const [desk, office] = [await newDesk(), await newOffice()];
// An invoice and its credit note, of no sale: what a list is narrowed by is all that is looked at.
await database().query(sql`
  insert into invoices (account_id, environment, series, serial, number, kind, checkout_id, refund_id, corrects_id, corrects_number, sale_number,
    locale, item, quantity, retail_price, discount_amount, vat_added, vat_kind, vat_country, vat_rate, net, vat, gross, currency, buyer_name,
    buyer_address, buyer_vat_id, buyer_email, seller, issued_at)
  select a.id, 'test', n.series, 1, n.number, n.kind, 0, n.refund, n.refund, n.corrects, 'K3M2P-Q97HX', 'en', 'eSIM', 1, 5, 0, 0, 'included', 'DE', 0, 5, 0, 5,
         'USD', '', '', '', 'bob@example.com', '{}', now()
    from accounts a, (values ('invoice', 'I-1', 'invoice', null::int, null), ('credit', 'C-1', 'credit_note', 1, 'I-1')) n (series, number, kind, refund, corrects)
   where a.code = ${desk.accountCode}`);

type Key = string;
type Listed = {
  /** The name that its module declares it under. */
  filters: string;
  /** A text of each filter that leaves some rows, or for a day none. */
  texts: Record<string, string>;
  /** As the page asks the portal's API: what names each row. */
  ask(texts: Record<string, string>): Promise<{ items: unknown[] }>;
  key(item: never): Key;
  /** As the file is asked for, by the row's cells. */
  file?: { name: string; rows(texts: Record<string, string>): AsyncGenerator<unknown[]>; key(cells: unknown[]): Key };
};

const period = { from: TOMORROW, to: YESTERDAY };
const first = (cells: unknown[]) => String(cells[0]);
const reseller = (name: string, key = first, environment: Environment = "test"): Listed["file"] => ({
  name,
  key,
  async *rows(texts) {
    yield* reports[name]!.rows(await desk.staff(environment), texts);
  },
});
const ours = (name: string, key = first, more: Record<string, string> = {}): Listed["file"] => ({
  name: `operator/${name}`,
  key,
  rows: (texts) => operatorReports[name]!.rows(office.ctx, { ...texts, ...more }),
});
const audited = (time: unknown, act: unknown, subject: unknown) =>
  [(time as Date).toISOString(), act, subject].join(" ");

const LISTS: Record<string, Listed> = {
  orders: {
    filters: "orderFilter",
    texts: {
      q: desk.placed.reference,
      status: "queued",
      country: "JP",
      package: desk.packages[1]!.packageId,
      only: desk.placed.reference,
      ...period,
    },
    ask: (texts) => desk.api.orders.list(texts),
    key: ({ reference }: { reference: string }) => reference,
    file: reseller("orders"),
  },
  sales: {
    filters: "saleFilter",
    texts: {
      ...{ q: desk.sale, status: "preparing", refunded: "true", country: "JP", package: desk.packages[1]!.packageId },
      ...{ language: "en", ...period },
    },
    ask: (texts) => desk.api.sales.list(texts),
    key: ({ number }: { number: string }) => number,
    file: reseller("sales"),
  },
  invoices: {
    filters: "invoiceFilter",
    texts: { q: "c-1", kind: "invoice", ...period },
    ask: (texts) => desk.api.sales.invoices(texts),
    key: ({ number }: { number: string }) => number,
    file: reseller("invoices"),
  },
  customers: {
    filters: "customerFilter",
    texts: { q: "bob" },
    ask: (texts) => desk.api.sales.customers(texts),
    key: ({ email }: { email: string }) => email,
  },
  eSIMs: {
    filters: "esimFilter",
    texts: { q: desk.placed.reference, provider: "airalo", status: desk.status, only: desk.iccid },
    ask: (texts) => desk.api.esims.list(texts),
    key: ({ iccid }: { iccid: string }) => iccid,
    file: reseller("esims"),
  },
  "the ledger": {
    filters: "ledgerFilter",
    texts: { type: "debit", only: desk.entry, ...period },
    ask: (texts) => desk.live.balance.ledger(texts),
    key: ({ reference }: { reference: string }) => reference,
    file: reseller("ledger", first, "live"),
  },
  "webhook deliveries": {
    filters: "deliveryFilter",
    texts: {
      search: desk.eventId,
      status: "failed",
      event: "esim.activated",
      endpoint: String(desk.endpoints[1]),
      only: String(desk.deliveryId),
      ...period,
    },
    ask: (texts) => desk.api.webhooks.deliveries(texts),
    key: ({ id }: { id: number }) => String(id),
    file: reseller("deliveries"),
  },
  "the request log": {
    filters: "requestFilter",
    texts: {
      ...{ search: desk.requestId, kind: "refused", operation: "GET /packages", code: "validation_error" },
      ...{ method: "POST", address: desk.address, idempotency: "a", key: desk.prefix, ...period },
    },
    ask: (texts) => desk.api.requests.list(texts),
    key: ({ requestId }: { requestId: string }) => requestId,
    file: reseller("requests"),
  },
  "the audit log": {
    filters: "auditFilter",
    texts: { search: desk.audited.subject, area: "webhook", ...period },
    ask: (texts) => desk.api.team.audit(texts),
    key: ({ createdAt, act, subject }: Record<string, unknown>) => audited(createdAt, act, subject),
    file: reseller("audit-log", ([at, , act, subject]) => audited(at, act, subject)),
  },
  notifications: {
    filters: "notificationFilter",
    texts: { unread: "true" },
    ask: (texts) => desk.api.notices.list(texts),
    key: ({ id }: { id: number }) => String(id),
  },
  "the catalogue": {
    filters: "catalogFilter",
    texts: {
      ...{ type: "regional", q: desk.packages[1]!.packageId, country: "JP", region: "asia", data: "under-1" },
      ...{ days: "7-14", topup: "no", hotspot: "yes" },
    },
    ask: (texts) => desk.api.catalog.list(texts),
    key: ({ packageId }: { packageId: string }) => packageId,
    file: reseller("catalog"),
  },
  "orders of everybody": {
    filters: "allOrdersFilter",
    texts: { account: office.code, environment: "live", status: "queued" },
    ask: (texts) => office.api.search.orders(texts),
    key: ({ reference }: { reference: string }) => reference,
  },
  "eSIMs of everybody": {
    filters: "allEsimsFilter",
    texts: { account: office.code, environment: "live", status: desk.status },
    ask: (texts) => office.api.search.esims(texts),
    key: ({ iccid }: { iccid: string }) => iccid,
  },
  accounts: {
    filters: "accountFilter",
    texts: { search: office.code, shown: "closed" },
    ask: (texts) => office.api.accounts.list(texts),
    key: ({ code }: { code: string }) => code,
  },
  approvals: {
    filters: "approvalFilter",
    texts: { account: office.code, kind: "adjustment", status: "waiting" },
    ask: (texts) => office.api.decisions.list(texts),
    key: ({ subject, kind, status }: Record<string, string>) => [subject, kind, status].join(" "),
    file: ours("decisions", (cells) => [cells[4], cells[2], cells[8]].join(" ")),
  },
  "the audit log of the platform": {
    filters: "auditFilter",
    texts: { search: office.code, area: "webhook", ...period },
    ask: async (texts) => ({ items: await everyPage((before) => office.api.audit({ ...texts, before })) }),
    key: ({ createdAt, act, subject }: Record<string, unknown>) => audited(createdAt, act, subject),
    file: ours("audit-log", ([at, , act, , subject]) => audited(at, act, subject)),
  },
  "an account's ledger": {
    filters: "ledgerFilter",
    texts: { type: "debit", only: desk.entry, ...period },
    ask: (texts) => office.api.accounts.ledger({ code: desk.accountCode, ...texts }),
    key: ({ reference }: { reference: string }) => reference,
    file: ours("ledger", first, { account: desk.accountCode }),
  },
  "sales by account": {
    filters: "salesFilter",
    texts: { from: TODAY, to: dayIn(-2) },
    ask: async (texts) => ({ items: (await office.api.numbers.get({ by: "account", ...texts })).lines }),
    key: ({ key }: { key: string }) => key,
    file: ours("sales", (cells) => String(cells[1]), { by: "account" }),
  },
  "the trial balance": {
    filters: "booksFilter",
    texts: { on: YESTERDAY },
    // The page shows all wallets as one.
    ask: async (texts) => ({ items: (await office.api.books.trialBalance(texts)).lines }),
    key: ({ account, currency }: Record<string, string>) => `${account} ${currency}`,
    file: ours(
      "trial-balance",
      (cells) => `${String(cells[1]).split(":", 1)[0] === "wallet" ? "wallet" : cells[1]} ${cells[3]}`,
    ),
  },
  "the journal": {
    filters: "journalFilter",
    texts: { from: dayIn(1), to: dayIn(-2) },
    // A file alone.
    ask: async (texts) => {
      const asked = filterInput(journalFilter).safeParse(texts);
      if (!asked.success) throw Object.assign(asked.error, { code: "BAD_REQUEST" });
      return { items: await Array.fromAsync(eachJournalLine(office.ctx, asked.data)) };
    },
    key: ({ movement, account }: { movement: number; account: string }) => `${movement} ${account}`,
    file: ours("journal", (cells) => `${cells[0]} ${cells[2]}`),
  },
};

async function everyPage<T>(
  read: (before?: number) => Promise<{ items: T[]; nextCursor: number | null }>,
): Promise<T[]> {
  const items: T[] = [];
  for (let before: number | undefined; ; ) {
    const page = await read(before);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    before = page.nextCursor;
  }
}

const declared: Record<string, Filters> = {};
for (const file of globSync("server/domain/**/*-filter.ts", { cwd: join(import.meta.dirname, "../..") })) {
  const exported = (await import(join(import.meta.dirname, "../..", file))) as Record<string, unknown>;
  for (const [name, value] of Object.entries(exported))
    if (name.endsWith("Filter") && typeof value === "object") declared[name] = value as Filters;
}

const shown = async ({ ask, key }: Listed, texts: Record<string, string>) =>
  [...new Set((await ask(texts)).items.map((item) => key(item as never)))].sort();
const filed = async ({ file }: Listed, texts: Record<string, string>) => {
  const keys = new Set<Key>();
  for await (const cells of file!.rows(texts)) keys.add(file!.key(cells));
  return [...keys].sort();
};

test("every declared filter belongs to a list here, and every file of a list", () => {
  expect([...new Set(Object.values(LISTS).map(({ filters }) => filters))].sort()).toEqual(Object.keys(declared).sort());
  const files = Object.values(LISTS).flatMap(({ file }) => (file ? [file.name] : []));
  const all = [...Object.keys(reports), ...Object.keys(operatorReports).map((name) => `operator/${name}`)];
  // The whole chain, from which it is verified, cannot be narrowed; the funnel is sums, which are no list.
  expect(files.sort()).toEqual(all.filter((name) => !["ledger-chain", "conversion"].includes(name)).sort());
});

describe.each(Object.entries(LISTS))("%s", (_name, list) => {
  const filters = declared[list.filters]!;

  test("can be narrowed by each filter, by its page and in its file alike", async () => {
    expect(Object.keys(list.texts).sort()).toEqual(Object.keys(filters).sort());
    const all = await shown(list, {});
    for (const [name, text] of Object.entries(list.texts)) {
      const said = { [name]: text };
      expect(await readSearch(filters, Promise.resolve(said))).toEqual(said);
      expect(paramsOf(filters, "before")[name]!.parse(text)).toBe(text);
      const left = await shown(list, said);
      expect(all, name).toEqual(expect.arrayContaining(left));
      expect(left.length, name).toBeLessThan(all.length);
      if (filters[name]!.control !== "day") expect(left.length, name).toBeGreaterThan(0);
      if (list.file) expect(await filed(list, said), name).toEqual(left);
    }
    if (list.file) expect(await filed(list, {})).toEqual(all);
  });

  test("takes nothing for a filter that means nothing: the page leaves it out, the others refuse it", async () => {
    for (const [name, filter] of Object.entries(filters)) {
      const said = { [name]: "?".repeat(300) };
      expect(filter.read(said[name]!), name).toBeUndefined();
      expect(textsOf(filters, said)).toEqual({});
      await expect(list.ask(said), name).rejects.toMatchObject({ code: "BAD_REQUEST" });
      if (list.file) await expect(list.file.rows(said).next(), name).rejects.toThrow(z.ZodError);
      // A form sends what was not chosen as nothing.
      expect(await shown(list, { [name]: "" }), name).toEqual(await shown(list, {}));
    }
  });
});

test("lists that are read by id can be read from their other end, by page and as a file", async () => {
  for (const name of ["orders", "sales", "eSIMs", "the ledger", "webhook deliveries"]) {
    const { ask, key, file } = LISTS[name]!;
    const rows = async (texts: Record<string, string>) => (await ask(texts)).items.map((item) => key(item as never));
    const oldest = await rows({ order: "oldest" });
    expect(oldest, name).toEqual((await rows({})).reverse());
    const cells = [];
    for await (const row of file!.rows({ order: "oldest" })) cells.push(file!.key(row));
    expect(cells, name).toEqual(oldest);
  }
});
