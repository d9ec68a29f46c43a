import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { hostileRequests } from "#tests/support/hostile-requests.ts";
import { type Answer, postSignIn, sendRaw } from "#tests/support/http-session.ts";
import { newMember } from "#tests/support/portal.ts";
import { type RawAnswer, sendBytes } from "#tests/support/raw-request.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

/** The only address that the key works from; nobody here has it. */
const ALLOWED = "203.0.113.77";

let service: Service;
let key: string;
let slug: string;
let stalledBody: Promise<number>;

beforeAll(async () => {
  service = await newService();
  await service.start();
  const { accountCode, testKey } = service.demo();
  const asked = { name: "one address", scopes: SCOPES, allowedIps: [ALLOWED] };
  ({ key } = await onServiceDatabase(service, (ctx) => createKey(ctx, accountCode, { environment: "live", ...asked })));
  slug = (await service.call(testKey, "POST", "/brand", { portal_slug: "door-shop" })).json.data.portal_slug;
  // Takes half a minute: meanwhile the others are asked.
  const body = "POST /api/v1/auth/test HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{";
  stalledBody = untilClosed(`${body}`, `Authorization: Bearer ${testKey}`);
});

afterAll(async () => {
  if (env().databaseUrl) await database().close();
  await service.dispose();
});

let clients = 0;
/** A client of its own, as far as the service can see: each has its own limits. */
const newAddress = () => `127.${1 + ((++clients >> 8) & 127)}.${clients & 255}.9`;

const send = (bytes: string | Buffer, localAddress = newAddress()): Promise<RawAnswer> =>
  sendBytes(bytes, { port: service.port, localAddress });

const get = (
  path: string,
  localAddress: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> => sendRaw(service, path, { method, headers: { host: "localhost", ...headers }, localAddress });

/** A client that is told that it was too slow tries again: this machine may have been busy for longer than the service waits. */
async function sendInTime(bytes: string | Buffer, expected: number | string): Promise<RawAnswer> {
  for (let tries = 1; ; tries++) {
    const got = await send(bytes);
    if (got.status !== 408 || expected === 408 || tries === 5) return got;
  }
}

/** Milliseconds until the service ends a connection on which no more comes. */
function untilClosed(text: string, ...headers: string[]): Promise<number> {
  const started = Date.now();
  const [line, ...rest] = text.split("\r\n");
  const socket = connect({ host: "127.0.0.1", port: service.port, localAddress: newAddress() }, () =>
    socket.write([line, ...headers, ...rest].join("\r\n")),
  );
  socket.resume().on("error", () => {});
  return new Promise((resolve) => socket.once("close", () => resolve(Date.now() - started)));
}

test("no hostile request finds a way around the door, to a second reading of it, or to a fault of ours", async () => {
  const corpus = hostileRequests({ key, allowed: ALLOWED, slug });
  expect(corpus.length).toBeGreaterThan(250);
  const wrong: unknown[] = [];
  for (let i = 0; i < corpus.length; i += 8)
    await Promise.all(
      corpus.slice(i, i + 8).map(async ({ name, bytes, status }) => {
        const got = await sendInTime(bytes, status);
        const faults = [
          (got.status ?? "closed") !== status && `answered ${got.status}, not ${status}`,
          (got.status ?? 500) >= 500 && got.status !== 501 && "failed",
          got.answers > 1 && "was read as two requests",
          /"success":true/.test(got.body) && "was let in",
          /evil\.example|x-injected/i.test(got.head) && "was echoed",
          // Only the API's own handlers write an envelope: they were the ones who refused.
          got.status === 400 &&
            /^Host: localhost\r?$/im.test(String(bytes)) &&
            /^GET \S*api\/v1/i.test(String(bytes)) &&
            !/"code":"bad_request"/.test(got.body) &&
            got.body !== "" &&
            "was refused without the envelope",
        ].filter(Boolean);
        if (faults.length > 0) wrong.push({ name, faults, head: got.head.slice(0, 60), body: got.body.slice(0, 100) });
      }),
    );
  expect(wrong).toEqual([]);
});

test("a forged address is nowhere on record", async () => {
  const { postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
  overrideEnv({
    databaseUrl: `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`,
  });
  const read = () =>
    database().query<{ ip: string }>(sql`select distinct ip from api_requests where key_id = (
      select id from api_keys where public_id = ${key.slice(9, 17)})`);
  let seen: { ip: string }[] = [];
  await until(async () => {
    seen = await read();
    return seen.length > 0;
  });
  for (const { ip } of seen) expect(ip).toMatch(/^127\./);
});

describe("what is as it should be", () => {
  const close = "Host: localhost\r\nConnection: close\r\n";

  test("goes through: the absolute form, HEAD, a body that is announced, one connection for several requests", async () => {
    const { testKey } = service.demo();
    const absolute = await send(
      `GET http://localhost/api/v1/account/balance HTTP/1.1\r\n${close}X-API-Key: ${testKey}\r\n\r\n`,
    );
    expect(absolute.status).toBe(200);
    const head = await send(`HEAD /api/v1/health HTTP/1.1\r\n${close}\r\n`);
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.head).toMatch(/content-length: [1-9]/i);
    const start = `POST /api/v1/auth/test HTTP/1.1\r\n${close}X-API-Key: ${testKey}\r\nContent-Type: application/json\r\n`;
    expect((await send(`${start}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`)).status).toBe(200);
    const health = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n";
    const three = await send(`${health}\r\n${health}\r\n${health}Connection: close\r\n\r\n`);
    expect([three.status, three.answers]).toEqual([200, 3]);
  });

  test("the tools beside the API: for keys, at their own paths, and a key hears what it makes happen", async () => {
    const { testKey } = service.demo();
    const paths = [
      "/api/tools/listen",
      "/api/tools",
      "/x/../api/tools/listen",
      "/api//tools/listen",
      "/api/tools/listen%2f",
    ];
    for (const path of [...paths, "/api/tools/%6Cisten", "/API/tools/listen"]) {
      const { status } = await send(`GET ${path} HTTP/1.1\r\n${close}\r\n`);
      expect([400, 401, 404], path).toContain(status);
    }
    const headers = { "X-API-Key": testKey, "Content-Type": "application/json" };
    const stream = await fetch(`${service.url}/api/tools/listen`, { headers });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const body = JSON.stringify({ event: "order.failed" });
    const made = await fetch(`${service.url}/api/tools/trigger`, { method: "POST", headers, body });
    const { data } = (await made.json()) as { data: { order_reference: string } };
    let heard = "";
    while (!heard.includes(data.order_reference)) heard += (await reader.read()).value ?? "";
    expect(heard).toMatch(/^retry: 1000\nevent: ready\n.*\nid: evt_\w+\nevent: order\.failed\ndata: \{/s);
    await reader.cancel();
  });

  test("who asks first is told at once that a body is too large", async () => {
    const answer = await send(
      `POST /api/auth/callback/password HTTP/1.1\r\n${close}Expect: 100-continue\r\nContent-Length: 3000000\r\n\r\n`,
    );
    expect(answer.head).toMatch(/^HTTP\/1\.1 413/);
  });

  test("what comes in parts is cut off at its limit", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const { status } = await send(
      `POST /api/suppliers/airalo/x/events HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
    );
    expect([413, 404]).toContain(status);
  });
});

describe("documents that are dear to make", () => {
  test("are made once: the same bytes for everybody, compressed, without the framework's scripts", async () => {
    for (const path of ["/docs/api", "/docs", "/", "/llms.txt", "/api/v1/openapi.json"]) {
      const address = newAddress();
      const [first, second] = [await get(path, address), await get(path, newAddress())];
      expect([first.status, second.status], path).toEqual([200, 200]);
      expect(second.body === first.body, path).toBe(true);
      const etag = first.headers.get("etag")!;
      expect(second.headers.get("etag")).toBe(etag);
      expect((await get(path, address, { "if-none-match": etag })).status).toBe(304);
      const zipped = await get(path, address, { "accept-encoding": "gzip" });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      expect(Number(zipped.headers.get("content-length"))).toBeLessThan(Buffer.byteLength(first.body) / 2);
      expect(/__next_f|nonce=/.exec(first.body), path).toBeNull();
      expect((await get(path, address, {}, "HEAD")).body).toBe("");
    }
  });
});

describe("limits", () => {
  /** Asks until it is refused, and says how many were not. */
  async function count(path: string, most: number, headers: Record<string, string> = {}, method = "GET") {
    const address = newAddress();
    for (let done = 0; done < most; done += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(path, address, headers, method)));
      const refused = answers.filter(({ status }) => status === 429);
      if (refused.length > 0) return { address, let: done + 20 - refused.length, refused: refused[0]! };
    }
    return { address, let: most, refused: null };
  }

  test("count the calls of each address apart, and not those of who is signed in behind it", async () => {
    const { address, let: passed, refused } = await count("/api/trpc/people/person.get", 400, {}, "POST");
    expect(passed).toBe(300);
    expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused!.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    const asked = (from: string, cookie = "") => get("/api/trpc/people/person.get", from, { cookie });
    expect((await asked(newAddress())).status).toBe(401);
    // The API and what is held in memory are not what was asked for too often.
    expect((await get("/api/v1/health", address)).status).toBe(200);
    expect((await get("/docs", address)).status).toBe(200);
    const { session } = await postSignIn(service, await newMember(service));
    expect((await asked(address, session!)).status).toBe(200);
    expect((await asked(address, `${session!.split("=")[0]}=made-up`)).status).toBe(429);
  });

  test("of health are its own: bad keys do not hide it, and it has an end", async () => {
    const bad = { "x-api-key": `svc_live_${"a".repeat(57)}` };
    const { address, let: passed } = await count("/api/v1/account", 200, bad);
    expect(passed).toBe(120);
    const health = await get("/api/v1/health", address, {}, "HEAD");
    expect([health.status, health.headers.get("x-ratelimit-limit")]).toEqual([200, "600"]);
    expect((await count("/api/v1/health", 800)).let).toBe(600);
  });

  test("hold for batches of the portal's calls", async () => {
    const ask = (calls: number) =>
      get(`/api/trpc/people/${Array(calls).fill("person.get").join(",")}?batch=1&input=%7B%7D`, newAddress());
    expect((await ask(20)).body.match(/UNAUTHORIZED|signed out/g)?.length).toBeGreaterThanOrEqual(20);
    expect((await ask(21)).status).toBe(400);
    expect((await ask(200)).body.length).toBeLessThan(1_000);
  });

  test("hold for connections of one address, and leave room for the next", async () => {
    const address = newAddress();
    const sockets: Socket[] = [];
    for (let i = 0; i < 300; i++)
      sockets.push(connect({ host: "127.0.0.1", port: service.port, localAddress: address }).on("error", () => {}));
    const open = () => sockets.filter((socket) => socket.readyState === "open" && !socket.destroyed).length;
    await until(() => sockets.every(({ connecting }) => !connecting) && open() <= 256);
    expect(open()).toBeGreaterThan(200);
    expect((await get("/api/v1/health", newAddress())).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await get("/api/v1/health", address).catch(() => null))?.status === 200);
  });
});

// A busy machine adds to both; without a limit the connections would stay open.
test("who is slow is let go: headers within ten seconds, a whole request within thirty", async () => {
  const start = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
  for (const stalled of await Promise.all([untilClosed(start), untilClosed(""), untilClosed("GET /api/v1")]))
    expect(stalled).toBeLessThan(20_000);
  expect(await stalledBody).toBeLessThan(50_000);
});
