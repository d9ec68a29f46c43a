import { describe, expect, test } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";
import { caller } from "#tests/support/caller.ts";
import { newAccount, newKey, newPackage } from "#tests/support/world.ts";

const ORIGIN = "http://127.0.0.1:9911";
overrideEnv({ webhookAllowedOrigins: [ORIGIN], dnsServer: "127.0.0.1:1" });

const { packageId } = await newPackage();

async function setUp() {
  const { code } = await newAccount({ wallet: 100 });
  const api = caller(await newKey(code));
  const add = async (events?: string[], path = "/hook"): Promise<{ id: number; secret: string }> =>
    await api.write("/webhooks", { url: ORIGIN + path, ...(events && { events }) });
  return { code, api, add };
}

describe("POST /webhooks", () => {
  test("gives the secret once, and GET lists the endpoints of the environment, newest first", async () => {
    const { code, api, add } = await setUp();
    const first = await add();
    const second = await add(["order.delivered", "topup.completed", "order.delivered"], "/two");
    expect(first).toEqual({ id: expect.any(Number), secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    const { items } = await api.read("/webhooks");
    expect(items).toEqual([
      {
        id: second.id,
        environment: "test",
        url: `${ORIGIN}/two`,
        events_json: '["order.delivered","topup.completed"]',
        status: "active",
        failure_count: 0,
        last_success_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
      expect.objectContaining({ id: first.id, events_json: '["*"]' }),
    ]);
    expect(JSON.stringify(items)).not.toContain(first.secret);
    expect((await caller(await newKey(code, "live")).read("/webhooks")).items).toEqual([]);
  });

  test.each([
    "http://shop.example.com/hook",
    "https://localhost/hook",
    "https://127.0.0.1/hook",
    "https://10.0.0.1/hook",
    "https://[::1]/hook",
    "https://169.254.169.254/latest",
    "https://user:secret@shop.example.com/",
    "https://shop.example.com:8080/",
    "https://intranet/hook",
    "ftp://shop.example.com/",
    "/hook",
    "not an address",
  ])("refuses the address %s", async (url) => {
    const { api } = await setUp();
    expect((await api.post("/webhooks", { url })).json.error).toMatchObject({
      code: "validation_error",
      details: { field: "url" },
    });
    expect((await api.read("/webhooks")).items).toEqual([]);
  });

  test("takes 20 active endpoints; one that is disabled makes room", async () => {
    const { api, add } = await setUp();
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push((await add(["*"], `/${i}`)).id);
    expect((await api.post("/webhooks", { url: `${ORIGIN}/21` })).json.error.code).toBe("conflict");
    await api.write(`/webhooks/${ids[0]}/disable`);
    expect((await api.post("/webhooks", { url: `${ORIGIN}/21` })).status).toBe(200);
  });

  test("subscribes to any event of GET /meta/events, and to no other", async () => {
    const { api, add } = await setUp();
    const { items } = await api.read("/meta/events");
    expect(items.map(({ event }: { event: string }) => event)).toEqual(EVENT_TYPES);
    await add(EVENT_TYPES);
    expect((await api.post("/webhooks", { url: ORIGIN, events: ["order.*"] })).json.error.details.field).toBe(
      "events.0",
    );
  });
});

describe("deliveries", () => {
  test("are listed newest first, as many as were asked for, each of the events that the endpoint wants", async () => {
    const { api, add } = await setUp();
    const all = await add();
    const few = await add(["order.cancelled"]);
    for (let i = 0; i < 3; i++) await api.order(packageId);
    const { reference } = await api.order(packageId);
    await api.write(`/orders/${reference}/cancel`);
    const { items, limit } = await api.read(`/webhooks/${all.id}/deliveries`);
    expect(limit).toBe(25);
    expect(items.map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      "order.cancelled",
      "esim.cancelled",
      ...Array(4).fill("order.delivered"),
    ]);
    expect(items[0]).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
      event_type: "order.cancelled",
      status: "pending",
      attempt_count: 0,
      last_http_status: null,
      last_error: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      delivered_at: null,
    });
    const page = await api.read(`/webhooks/${all.id}/deliveries?limit=2`);
    expect(page).toEqual({ limit: 2, items: items.slice(0, 2) });
    expect((await api.read(`/webhooks/${few.id}/deliveries`)).items).toEqual([items[0]]);
  });

  test("of a test event go to its endpoint alone, whatever it subscribes to", async () => {
    const { api, add } = await setUp();
    const [asked, other] = [await add(["order.failed"]), await add(["*"])];
    const queued = await api.write(`/webhooks/${asked.id}/test`);
    expect(queued).toEqual({ event_id: expect.stringMatching(/^evt_/), status: "queued" });
    expect((await api.read(`/webhooks/${asked.id}/deliveries`)).items).toMatchObject([
      { event_id: queued.event_id, event_type: "integration.test" },
    ]);
    expect((await api.read(`/webhooks/${other.id}/deliveries`)).items).toEqual([]);
  });

  test("do not cross environments", async () => {
    const { code, add, api } = await setUp();
    const own = await add();
    const liveApi = caller(await newKey(code, "live"));
    const there = await liveApi.write("/webhooks", { url: `${ORIGIN}/live` });
    await liveApi.order(packageId);
    expect((await api.read(`/webhooks/${own.id}/deliveries`)).items).toEqual([]);
    expect((await liveApi.read(`/webhooks/${there.id}/deliveries`)).items).toMatchObject([
      { event_type: "order.created" },
    ]);
  });
});

describe("POST /webhooks/{id}/disable", () => {
  test("ends what waits, gets nothing more, and changes nothing a second time", async () => {
    const { api, add } = await setUp();
    const { id } = await add();
    await api.order(packageId);
    for (let i = 0; i < 2; i++) expect(await api.write(`/webhooks/${id}/disable`)).toEqual({ id, status: "disabled" });
    await api.order(packageId);
    const { items } = await api.read(`/webhooks/${id}/deliveries`);
    expect(items).toMatchObject([{ status: "failed", last_error: expect.stringContaining("disabled") }]);
    expect((await api.read("/webhooks")).items).toMatchObject([{ id, status: "disabled" }]);
    const refused = await api.post(`/webhooks/${id}/test`);
    expect([refused.status, refused.json.error.code]).toEqual([409, "conflict"]);
  });
});
