import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { verifyWebhook } from "#sdk/typescript/src/index.ts";
import { tools } from "#server/api/tools/index.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { closeListeners } from "#server/domain/messaging/listeners/index.ts";
import { sampleData } from "#server/domain/messaging/webhooks/index.ts";
import { revokeKey } from "#server/domain/reseller/keys/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { listReviews } from "#server/domain/selling/actions/index.ts";
import { createDispatcher, TOOLS_PATH } from "#server/http/dispatch.ts";
import { toNode } from "#server/http/message.ts";
import { database, sql } from "#server/kernel/db.ts";
import { EVENT_TYPES, setEventShapes } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { createDoor } from "#server/process/door/index.ts";
import { caller } from "#tests/support/caller.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { until } from "#tests/support/until.ts";
import { enter as enterAs, newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

// Behind the real door and over HTTP; the answers under way are looked at from inside.

const underWay = new Set<ServerResponse>();
const dispatch = createDispatcher(Object.values(tools), TOOLS_PATH);
const enter = createDoor(
  {
    api: async (request, message, response, headers) => toNode(message, response, await dispatch(request), headers),
    cells: async () => {},
    isKnown: () => false,
    pages: async () => {},
  },
  { dev: false },
);
const server = createServer((request, response) => {
  underWay.add(response.once("close", () => underWay.delete(response)));
  void enter(request, response);
});
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  setEventShapes(eventShapes);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await newPackage();
});
/** As a process that has just started would find it. */
const forgetListeners = () => {
  closeListeners();
  delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for("service:event-listeners")];
};
afterEach(forgetListeners);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (key: string | null, path = "/listen", init: RequestInit = {}) =>
  fetch(`${origin()}${TOOLS_PATH}${path}`, { ...init, headers: { ...(key && { "X-API-Key": key }), ...init.headers } });

type Heard = { id?: string; type: string; data: Record<string, unknown> };

/** Somebody who listens, from when the service says that it has begun. */
async function hear(key: string, after?: string) {
  const abort = new AbortController();
  const headers: Record<string, string> = after ? { "Last-Event-ID": after } : {};
  const response = await ask(key, "/listen", { signal: abort.signal, headers });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const heard: Heard[] = [];
  const listener = { heard, isOver: false, leave: () => abort.abort(), ids: () => heard.flatMap(({ id }) => id ?? []) };
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body!) {
      rest += decoder.decode(chunk, { stream: true });
      for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n")) {
        const lines = Object.fromEntries(
          rest
            .slice(0, end)
            .split("\n")
            .map((line) => line.split(/: (.*)/s)),
        );
        rest = rest.slice(end + 2);
        if (lines.data) heard.push({ id: lines.id, type: lines.event, data: JSON.parse(lines.data) });
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      listener.isOver = true;
    });
  await until(() => heard.length > 0);
  expect(heard.shift()!.type).toBe("ready");
  return listener;
}

/** Events without anything in them; with a size, orders whose package has as long a name. */
async function announce(
  code: string,
  eventIds: string[],
  size = 0,
  db: Pick<ReturnType<typeof database>, "query"> = database(),
): Promise<void> {
  const [type, data] =
    size === 0
      ? ["integration.test", "{}"]
      : [
          "order.delivered",
          sampleData(await enterAs(code, "test"), "order.delivered").replaceAll("5 GB", "x".repeat(size)),
        ];
  await db.query(sql`
    select announce_events(array(
      select (a.id, 'test', t.event_id, ${type}, ${data}, now())::new_event
        from accounts a cross join unnest(${eventIds}::text[]) with ordinality as t(event_id, place) where a.code = ${code} order by place))`);
}
const newIds = (count: number) => Array.from({ length: count }, newEventId);

const trigger = async (key: string, body: object) => {
  const response = await ask(key, "/trigger", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
};

describe("trigger", () => {
  test("makes each event happen, and is for the test environment alone", async () => {
    const { code } = await newAccount({ wallet: 50 });
    const key = await newKey(code);
    const live = await newKey(code, "live");
    expect(await trigger(live, { event: "order.failed" })).toMatchObject({
      status: 403,
      error: { code: "access_denied" },
    });
    const listener = await hear(key);
    for (const event of EVENT_TYPES) {
      const { status, data } = await trigger(key, { event });
      expect([event, status]).toEqual([event, 200]);
      await until(() => listener.heard.some(({ type }) => type === event));
      const isSample = ["api_key.expiring", "integration.test"].includes(event);
      expect([event, data.made_by]).toEqual([event, isSample ? "sample" : "sandbox"]);
      if (!event.startsWith("order.")) continue;
      const order = await caller(key).read(`/orders/${data.order_reference}`);
      expect(order.status).toBe(event === "order.created" ? "delivered" : event.slice("order.".length));
    }
    const { data } = await trigger(key, { event: "under_review" });
    const status = async () => (await caller(key).read(`/actions/${data.action_id}`)).status;
    expect(await status()).toBe("under_review");
    expect(await listReviews(system())).toEqual([]);
    const told = () => listener.heard.filter(({ type }) => type === "topup.failed").length;
    const before = told();
    expect((await trigger(key, { event: "order.failed", action_id: data.action_id })).status).toBe(422);
    expect((await trigger(key, { event: "topup.failed", action_id: data.action_id })).status).toBe(200);
    await until(() => told() === before + 1);
    expect([await status(), (await trigger(key, { event: "topup.failed", action_id: data.action_id })).status]).toEqual(
      ["failed", 409],
    );
    const stranger = await newKey((await newAccount()).code);
    expect((await trigger(stranger, { event: "topup.failed", action_id: data.action_id })).status).toBe(404);
    // Nothing was charged, and nothing given back.
    const wallets = sql`select balance::float8 from wallets w join accounts a on a.id = w.account_id where a.code = ${code}`;
    expect(await database().query(wallets)).toEqual([{ balance: 50 }]);
    expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
  });
});

describe("the stream", () => {
  test("lets nobody in without a key and its scope, and is no other path", async () => {
    const { code } = await newAccount();
    expect((await ask(null)).status).toBe(401);
    expect((await ask("svc_test_nobody00_xxxxxxxxxxxxxxxx")).status).toBe(401);
    expect((await ask(await newKey(code, "test", ["orders:read"]))).status).toBe(403);
    const key = await newKey(code);
    for (const path of ["/listen/", "/Listen", "/", ""]) expect((await ask(key, path)).status, path).toBe(404);
    for (const path of ["//listen", "/%6Cisten"]) expect((await ask(key, path)).status, path).toBe(400);
    expect((await ask(key, "/listen", { method: "POST" })).headers.get("allow")).toBe("GET, HEAD");
    expect((await ask(key, "/listen", { headers: { "Last-Event-ID": "evt_nobodys" } })).status).toBe(404);
    // Of HEAD nothing stays.
    for (let i = 0; i < 12; i++) expect((await ask(key, "/listen", { method: "HEAD" })).status).toBe(200);
    await flushRequestLog(database());
    const logged = await database().query<{ operation: string | null; status: number }>(
      sql`select operation, status from api_requests where path like '/api/tools%' order by id`,
    );
    expect(logged).toEqual(
      expect.arrayContaining([
        { operation: "GET /listen", status: 200 },
        { operation: "GET /listen", status: 403 },
      ]),
    );
  });

  test("tells an account of its own environment's events, and a key of what it may read", async () => {
    const [{ code }, other] = [await newAccount(), await newAccount()];
    const { packageId } = await newPackage();
    const key = await newKey(code);
    const few = await newKey(code, "test", ["webhooks:read", "esims:read"] as Scope[]);
    const [all, narrow, stranger, live] = await Promise.all([
      hear(key),
      hear(few),
      hear(await newKey(other.code)),
      hear(await newKey(code, "live")),
    ]);
    const { reference } = await caller(key).order(packageId);
    await caller(key).write(`/orders/${reference}/cancel`);
    await until(() => all.heard.length === 3);
    expect(all.heard.map(({ type }) => type)).toEqual(["order.delivered", "esim.cancelled", "order.cancelled"]);
    expect(all.heard[0]).toMatchObject({
      id: all.heard[0]!.data.id,
      data: { type: "order.delivered", environment: "test" },
    });
    await until(() => narrow.heard.length === 1);
    expect(narrow.heard.map(({ type }) => type)).toEqual(["esim.cancelled"]);
    const [, own] = [await announce(other.code, newIds(1)), await until(() => stranger.heard.length > 0)];
    expect([own, stranger.heard.length, live.heard.length]).toEqual([undefined, 1, 0]);
  });

  test("goes on after an event, at any process, without loss or doubles, whoever commits first", async () => {
    const { code } = await newAccount();
    const key = await newKey(code);
    const first = await hear(key);
    const ids = newIds(6);
    await announce(code, ids.slice(0, 2));
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const slow = database().transaction(async (tx) => {
      await announce(code, [ids[2]!], 0, tx);
      await held;
    });
    await until(() => first.ids().length === 2);
    await announce(code, [ids[3]!]);
    // An event that will never be leaves a number out, too.
    await database()
      .transaction(async (tx) => {
        await announce(code, newIds(1), 0, tx);
        throw new Error("given up");
      })
      .catch(() => {});
    const second = await hear(key, ids[0]);
    await until(() => second.ids().length > 0);
    expect(second.ids()).toEqual([ids[1]]);
    commit();
    await slow;
    await announce(code, [ids[4]!]);
    await until(() => first.ids().length === 5 && second.ids().length === 4);
    expect(first.ids()).toEqual(ids.slice(0, 5));
    forgetListeners();
    await until(() => first.isOver && second.isOver);
    expect(first.heard.pop()).toMatchObject({ type: "end", data: { code: "reconnect" } });
    await announce(code, [ids[5]!]);
    const third = await hear(key, ids[2]);
    await until(() => third.ids().length === 3);
    expect(third.ids()).toEqual(ids.slice(3));
  });

  test("ends with its key, and five at once are enough for one", async () => {
    const { code } = await newAccount();
    const key = await newKey(code);
    const five = await Promise.all(Array.from({ length: 5 }, () => hear(key)));
    const sixth = await ask(key);
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "10"]);
    five[0]!.leave();
    await until(() => underWay.size === 4);
    await hear(key);
    await revokeKey(system(), key.slice(0, 17));
    await until(() => five.every(({ isOver }) => isOver));
    expect(five[1]!.heard.at(-1)).toMatchObject({ type: "end", data: { code: "authentication_failed" } });
    expect((await ask(key)).status).toBe(401);
  });
});

const COMMAND = join(import.meta.dirname, "../../sdk/typescript/bin/reseller-esim.mjs");

describe("the command", () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  function run(key: string, ...args: string[]) {
    const env: NodeJS.ProcessEnv = { ...process.env, SVC_URL: `${origin()}/api/v1`, SVC_KEY: key };
    const child = spawn(process.execPath, [COMMAND, ...args], { env });
    started.push(child);
    const ran = { child, output: "", code: undefined as number | null | undefined };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        ran.output += text;
      });
    child.on("exit", (code) => {
      ran.code = code;
    });
    return ran;
  }

  test("forwards signed as a webhook is; stopped for a while it costs no memory, and misses nothing", async () => {
    const { code } = await newAccount();
    const key = await newKey(code);
    const receiver = await openReceiver();
    const got = () => receiver.received.map(({ headers }) => headers["x-svc-event-id"]);
    const ran = run(key, "listen", "--forward", `${receiver.origin}/hook`);
    await until(() => ran.output.includes("signed with"));
    const secret = /whsec_\S+/.exec(ran.output)![0];
    receiver.answers.push({ status: 500, body: "broken\nhere" });
    const triggered = run(key, "trigger", "order.partially_delivered");
    await until(() => triggered.code === 0 && receiver.received.length === 1);
    expect(triggered.output).toMatch(/^order\.partially_delivered happened: B2B-\d+, eSIM 89\d+\n$/);
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
    expect((await verifyWebhook(body, headers, secret)).type).toBe("order.partially_delivered");
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      id: headers["webhook-id"],
    });
    await until(() => ran.output.includes("broken here"));
    expect(ran.output).toMatch(/✗ 500 in \d+ ms: broken here/);

    ran.child.kill("SIGSTOP");
    const ids = newIds(1_500);
    const size = 20_000;
    for (let i = 0; i < ids.length; i += 250) await announce(code, ids.slice(i, i + 250), size);
    const [response] = underWay;
    await until(() => response!.writableNeedDrain);
    // Thirty megabytes wait in the database; here it is what one write left over.
    expect(response!.writableLength).toBeLessThan(10 * size);
    ran.child.kill("SIGCONT");
    await until(() => receiver.received.length === 1 + ids.length);
    expect(got().slice(1)).toEqual(ids);

    // A process that leaves sends it on; what happens meanwhile is told then.
    forgetListeners();
    const more = newIds(3);
    await announce(code, more);
    await until(() => receiver.received.length === 1 + ids.length + more.length);
    expect(got().slice(-3)).toEqual(more);
    ran.child.kill("SIGINT");
    await until(() => ran.code === 0);
    expect(ran.output).toContain(`--since ${more.at(-1)}`);
    receiver.close();
  });

  test("says what is wrong with a key, a word or an address, and ends", async () => {
    const { code } = await newAccount();
    const key = await newKey(code, "test", ["webhooks:read"]);
    const wrong = [
      [run("svc_test_x", "listen"), "authentication_failed"],
      [run(key, "trigger", "order.failed"), "webhooks:test"],
      [run(key, "listen", "--since", "evt_nobodys"), "no event evt_nobodys"],
      [run(key, "listen", "--secret", "abc"), "--secret must be"],
      [run(key, "trigger"), "Usage:"],
    ] as const;
    for (const [ran, words] of wrong) {
      await until(() => ran.code !== undefined);
      expect([ran.code, ran.output]).toEqual([1, expect.stringContaining(words)]);
    }
  });
});
