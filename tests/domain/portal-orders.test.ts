import { TRPCError } from "@trpc/server";
import { describe, expect, test } from "vitest";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { searchEsims } from "#server/domain/selling/esims/index.ts";
import { esimsReport } from "#server/files/reports/esims.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { StaffCtx } from "#server/trpc/context.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newPerson } from "#tests/support/people.ts";
import { enter, newPackage, system } from "#tests/support/world.ts";

const draft = (at = Date.now()) => `portal-${at}-${crypto.randomUUID()}`;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error instanceof TRPCError ? error.code : String(error)),
  );

/** An owner with a package and the portal's API in one environment. */
async function newDesk(environment: "test" | "live" = "test") {
  const person = await newPerson();
  const { packageId } = await newPackage();
  const place = async (more: object = {}) =>
    (await (await person.api(environment)).orders.place({ draft: draft(), packageId, quantity: 1, ...more })).reference;
  return { person, packageId, place, api: () => person.api(environment) };
}

async function logRequest(ctx: AccountCtx, requestId: string): Promise<void> {
  const { accountId } = tenant(ctx);
  const { keyPrefix } = await createKey(system(), ctx.account.code, {
    environment: "live",
    name: "Shop",
    scopes: ["orders:read"],
  });
  await database().query(sql`
    insert into api_requests (request_id, account_id, environment, key_id, method, path, operation, status, duration_ms, ip, created_at)
    select ${requestId}, ${accountId}, 'live', k.id, 'POST', '/api/v1/orders', 'POST /api/v1/orders', 202, 3, '203.0.113.9', now()
      from api_keys k where k.public_id = ${keyPrefix.slice(9)}`);
}

/** Every page of two in the order of their end, by the last digit that the test gave them. */
async function pagesByEnd(ctx: AccountCtx, filter: object = {}): Promise<string[]> {
  const ends: string[] = [];
  for (let beforeId: number | undefined; ; ) {
    const page = await searchEsims(ctx, { ...filter, limit: 2, endsFirst: true, beforeId });
    ends.push(...page.items.map(({ expiresAt }) => expiresAt?.toISOString().slice(8, 10) ?? "none"));
    if (page.nextCursor === null) return ends;
    beforeId = page.nextCursor;
  }
}

describe("ordering in the portal", () => {
  test("places one order per form, however often and at once it is sent", async () => {
    const { person, packageId } = await newDesk();
    const form = { draft: draft(), packageId, quantity: 2, clientReference: "shop-1" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await person.api("live")).orders.place(form)),
    );
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const api = await person.api("live");
    expect(await api.orders.placed({ draft: form.draft })).toBe(answers[0]!.reference);
    expect((await api.orders.list({})).items).toHaveLength(1);
    expect(await codeOf(api.orders.place({ ...form, quantity: 3 }))).toBe("CONFLICT");
    expect(await (await person.api("test")).orders.placed({ draft: form.draft })).toBeNull();
  });

  test("answers what was ordered before also after the price has moved or the package is gone", async () => {
    const { person, packageId } = await newDesk();
    const form = { draft: draft(), packageId, quantity: 1, maxUnitPrice: "100" };
    const first = await (await person.api("live")).orders.place(form);
    await database().query(sql`update packages set status = 'withdrawn' where package_id = ${packageId}`);
    const again = await (await person.api("live")).orders.place(form);
    expect(again).toEqual({ reference: first.reference, replayed: true });
    expect(await codeOf((await person.api("live")).orders.place({ ...form, draft: draft() }))).toBe("NOT_FOUND");
  });

  test("refuses a form that was left open for a day, and a price above the cap", async () => {
    const { person, packageId } = await newDesk();
    const api = await person.api("live");
    const stale = draft(Date.now() - 21 * 3_600_000);
    expect(await codeOf(api.orders.place({ draft: stale, packageId, quantity: 1 }))).toBe("CONFLICT");
    const capped = { draft: draft(), packageId, quantity: 1, maxUnitPrice: "0.01" };
    expect(await codeOf(api.orders.place(capped))).toBe("CONFLICT");
    expect((await api.orders.list({})).items).toEqual([]);
  });

  test("says what is missing before anything is charged", async () => {
    const { person, packageId } = await newDesk();
    const live = await (await person.api("live")).orders.quote({ packageId, quantity: 50 });
    expect(Number(live.shortfall)).toBeCloseTo(Number(live.totalAmount) - 100);
    expect(live.unitPrice).toMatch(/^\d+\.\d{4}$/);
    const tried = await (await person.api("test")).orders.quote({ packageId, quantity: 50 });
    expect(tried.shortfall).toBeNull();
  });
});

describe("the list of orders", () => {
  test("is found by each filter alone and by all together", async () => {
    const { packageId, place, api } = await newDesk();
    const other = await newPackage({ country: "JP" });
    const today = () => new Date().toISOString().slice(0, 10);
    const from = today();
    const one = await place({ clientReference: "shop_77" });
    const two = await place({ clientReference: "shopX77", packageId: other.packageId });
    const found = async (filter: object) =>
      (await (await api()).orders.list(filter)).items.map(({ reference }) => reference);
    const [{ iccid } = { iccid: null }] = (await (await api()).orders.list({ q: two })).items;
    for (const filter of [{ q: one }, { q: "shop_" }, { package: packageId }, { country: "TR" }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([one]);
    for (const filter of [
      { q: iccid },
      { q: iccid!.slice(-6) },
      { country: "JP" },
      { q: "shopX77", package: other.packageId },
    ])
      expect(await found(filter), JSON.stringify(filter)).toEqual([two]);
    for (const filter of [{}, { q: "shop" }, { status: "delivered" }, { from, to: today() }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([two, one]);
    for (const filter of [{ q: "hop" }, { q: "SHOP" }, { status: "failed" }, { to: "2020-01-01" }, { country: "FR" }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([]);
  });

  test("uses an index for every filter", async () => {
    /** With sequential scans made dear, since the tables of tests are small. */
    const planOf = (text: string) =>
      database().transaction(async (tx) => {
        await tx.query(sql`set local enable_seqscan = off`);
        // Without rows all indexes cost the same; with some the one that fits costs least.
        await tx.query(sql`
          insert into orders (account_id, environment, client_reference, status, package_id, package_name, requested_quantity, unit_price, total_amount,
            currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
          select 1, 'live', 'plan-' || i, 'queued', i % 50, 'P', 1, 5, 5, 'USD', 'esimaccess', 4, 5, 'req_plan', now() - i * interval '1 minute', now()
            from generate_series(1, 5000) i on conflict do nothing`);
        await tx.query(sql`
          insert into esims (account_id, environment, order_id, supplier_code, supplier_esim_id, supplier_reference, iccid, imsi, eid, activation_code,
            smdp_address, status, total_bytes, validity_days, created_at, updated_at)
          select 1, 'live', i, 'esimaccess', 'plan-' || i, 'plan', '8944' || lpad(i::text, 15, '0'), lpad(i::text, 15, '0'), lpad(i::text, 32, '0'), 'LPA:1$smdp.example.com$plan-' || i, 'smdp.example.com', 'expired', 1, 30, now(), now()
            from generate_series(1, 5000) i on conflict do nothing`);
        await tx.query(sql`
          insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price,
            unit_price, total_amount, currency, unit_cap, created_at, paid_at, updated_at)
          select 1, case i % 2 when 0 then 'live' else 'test' end, 'order', 'paid', 'plan-' || i, case when i % 10 < 2 then 'a' else 'z' end || i || '@example.com', 'en', 1, 'P', 1, 9, 9, 9, 'USD', 5,
                 now(), now(), now()
            from generate_series(1, 5000) i on conflict do nothing`);
        await tx.query(sql`analyze orders, esims, checkouts`);
        const rows = await tx.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values: [], name: "" });
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
    const of = "account_id = 1 and environment = 'live'";
    for (const [where, index] of [
      [
        `orders where ${of} and client_reference ~>=~ 'plan-77' and client_reference ~<~ 'plan-78'`,
        "orders_reference_begins",
      ],
      [`orders where ${of} and package_id = 5 order by id desc limit 50`, "orders_account_id_environment_package_id"],
      [
        `orders where ${of} and created_at >= now() - interval '1 hour' and created_at < now()`,
        "orders_account_id_environment_created_at",
      ],
      [`esims where ${of} and reverse(iccid) ~>=~ '12' and reverse(iccid) ~<~ '13'`, "esims_iccid_ends"],
      [`esims where ${of} and imsi = '1'`, "esims_imsi"],
      [`esims where ${of} and eid = '1'`, "esims_eid"],
      [
        `orders where client_reference is not null and lower(client_reference) ~>=~ 'plan-77' and lower(client_reference) ~<~ 'plan-78'`,
        "orders_reference_everywhere",
      ],
      [`orders where status = 'failed' order by id desc limit 50`, "orders_unusual"],
      [
        `esims where right(reverse(iccid), 22) ~>=~ '12' and right(reverse(iccid), 22) ~<~ '13' limit 10`,
        "esims_ends_everywhere",
      ],
      [`esims where status = 'suspended' order by id desc limit 50`, "esims_status_everywhere"],
      [`esims where imsi = '1'`, "esims_imsi"],
      [`esims where eid = '1'`, "esims_eid"],
      [
        `checkouts c where mail_parts(account_id, email) @> mail_parts(1, '555@exa') and paid_at is not null`,
        "checkouts_mail_parts",
      ],
      [
        `api_requests where key_id = 1 and method = 'GET' order by created_at desc limit 50`,
        "api_requests_key_id_method",
      ],
      [
        `esims where ${of} and status = 'expired' order by coalesce(expires_at, 'infinity'::timestamptz), id limit 50`,
        "esims_by_end",
      ],
      [
        `checkouts where ${of} and kind = 'order' and paid_at is not null and email ~>=~ 'a' and email ~<~ 'b'`,
        "checkouts_buyer_begins",
      ],
      [`packages where coverage @> array['TR']`, "packages_coverage"],
      [`events where event_order(data) = 'B2B-1' and type <> 'esim.usage.updated'`, "events_order"],
    ] as const)
      expect(await planOf(`select id from ${where}`), where).toContain(index);
  });
});

test("eSIMs are listed in the order of their end, page by page, whatever their status is; those without an end come last", async () => {
  const { person, place, api } = await newDesk();
  const { order } = await (await api()).orders.get({ reference: await place({ quantity: 7 }) });
  const ends = ["2030-01-09", null, "2030-01-02", "2030-01-05", "2030-01-05", null, "2030-01-01"];
  const statuses = ["activated", "ready", "expired", "activated", "exhausted", "ready", "expired"];
  for (const [i, { iccid }] of order.profiles.entries())
    await database().query(
      sql`update esims set expires_at = ${ends[i]!}::timestamptz, status = ${statuses[i]!} where iccid = ${iccid}`,
    );
  const ctx = await person.inAccount("test");
  expect(await pagesByEnd(ctx)).toEqual(["01", "02", "05", "05", "09", "none", "none"]);
  expect(await pagesByEnd(ctx, { status: "activated" })).toEqual(["05", "09"]);
  expect(await pagesByEnd(ctx, { provider: "esimgo" })).toEqual([]);
  const listed = (await (await api()).esims.list({ order: "expiry" })).items.map(({ iccid }) => iccid);
  const filed: unknown[] = [];
  for await (const [iccid] of esimsReport.rows(ctx as StaffCtx, { order: "expiry" })) filed.push(iccid);
  expect(filed).toEqual(listed);
  expect(await pagesByEnd(await (await newPerson()).inAccount("test"))).toEqual([]);
});

describe("one order", () => {
  test("shows its life, its money and the API's own words, and of other accounts nothing", async () => {
    const { person, place, api } = await newDesk("live");
    const endpoint = { url: "https://93.184.216.34/hooks", events: ["order.created" as const] };
    await createEndpoint(await person.inAccount("live"), endpoint).catch(() => undefined);
    const reference = await place();
    const record = await (await api()).orders.get({ reference });
    expect(record).toMatchObject({ order: { reference, status: "queued" }, moves: [], parts: [] });
    expect(JSON.parse(record.json)).toMatchObject({ reference, status: "queued", profiles: [] });
    expect(record.requestId).toMatch(/^req_/);
    // It was placed here: the request log has what came over the API.
    expect(record.requestLogged).toBe(false);
    await logRequest(await person.inAccount("live"), record.requestId);
    expect((await (await api()).orders.get({ reference })).requestLogged).toBe(true);
    const entries = await (await api()).orders.entries({ reference });
    expect(entries).toMatchObject([{ type: "debit", amount: `-${record.order.totalAmount}` }]);
    expect((await (await api()).orders.events({ reference })).map(({ type }) => type)).toEqual(["order.created"]);

    const stranger = await newPerson();
    for (const foreign of [await stranger.api("live"), await person.api("test")]) {
      expect(await codeOf(foreign.orders.get({ reference }))).toBe("NOT_FOUND");
      expect(await codeOf(foreign.orders.previewCancel({ reference }))).toBe("NOT_FOUND");
      expect(await codeOf(foreign.orders.cancel({ reference, iccids: ["8"] }))).toBe("NOT_FOUND");
      expect(await foreign.orders.entries({ reference })).toEqual([]);
      expect(await foreign.orders.events({ reference })).toEqual([]);
      expect((await foreign.orders.list({ q: reference })).items).toEqual([]);
    }
  });

  test("is cancelled eSIM by eSIM, and the preview says what becomes of each", async () => {
    const { place, api } = await newDesk();
    const reference = await place({ quantity: 3 });
    const { order } = await (await api()).orders.get({ reference });
    const [first, second, third] = order.profiles.map(({ iccid }) => iccid) as [string, string, string];
    await (await api()).esims.live({ iccid: second, event: "install" });
    await (await api()).esims.live({ iccid: third, event: "expire" });
    const preview = await (await api()).orders.previewCancel({ reference });
    expect(preview.items.map(({ outcome }) => outcome)).toEqual(["refunds", "refused", "impossible"]);
    expect(preview.items[2]!.reason).toBe("It is expired already.");
    await (await api()).orders.cancel({ reference, iccids: [first] });
    const after = await (await api()).orders.get({ reference });
    expect(after.order.profiles.map(({ status }) => status)).toEqual(["cancelled", "installed", "expired"]);
    expect(after.order.status).toBe("delivered");
    expect(after.actions).toMatchObject([{ action: "cancel", status: "succeeded", iccid: first }]);
  });

  test("that is live is previewed with what comes back, which suppliers that cannot cancel leave out", async () => {
    const { person, packageId } = await newDesk();
    const ctx = await enter(person.code, "live");
    const able = await deliveredOrder(ctx, packageId, { quantity: 2 });
    const unable = await deliveredOrder(ctx, packageId, { supplier: "airalo" });
    const api = await person.api("live");
    const preview = await api.orders.previewCancel({ reference: able.orderReference });
    expect(preview.items.map(({ outcome, refund }) => [outcome, refund])).toEqual([
      ["refunds", "5.0000"],
      ["refunds", "5.0000"],
    ]);
    const none = await api.orders.previewCancel({ reference: unable.orderReference });
    expect(none.items).toMatchObject([{ outcome: "impossible", refund: "0.0000" }]);
    expect(none.items[0]!.reason).toContain("does not offer cancelling");
  });
});
