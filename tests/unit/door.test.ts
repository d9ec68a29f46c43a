import { globSync, readdirSync, readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { GET } from "#app/api/v1/health/route.ts";

import { behindOwnServer, namedAddress } from "#server/kernel/client-address.ts";
import { overrideEnv, parseEnv } from "#server/kernel/env.ts";
import { createDoor, takesForms } from "#server/process/door/index.ts";
import { admitBody } from "#server/process/door/limit-body.ts";
import { admit, type Cost } from "#server/process/door/limits.ts";
import { inTurn } from "#server/process/door/renders.ts";

const ROOT = join(import.meta.dirname, "../..");

afterEach(() => {
  behindOwnServer().now = false;
  overrideEnv({ clientAddressHeader: undefined, trustedProxies: undefined });
});

test("the API's routes in Next answer nothing beside our own server, however a request got to them", async () => {
  const ask = () => GET(new Request("http://localhost/api/v1/health"), { params: Promise.resolve({}) });
  behindOwnServer().now = true;
  const refused = await ask();
  expect([refused.status, await refused.text()]).toEqual([404, ""]);
});

test("where only Next runs an address is known from the header that the settings name, and from no other", () => {
  const sent = { "x-real-ip": "203.0.113.1", "x-forwarded-for": "203.0.113.2, 203.0.113.3, 10.0.0.1" };
  const read = () => namedAddress((name) => [sent[name as keyof typeof sent] ?? []].flat());
  expect(read()).toBeNull();
  const set = (settings: Record<string, string>) => {
    const { clientAddressHeader, trustedProxies } = parseEnv(settings as unknown as NodeJS.ProcessEnv);
    overrideEnv({ clientAddressHeader, trustedProxies });
  };
  set({ CLIENT_ADDRESS_HEADER: "X-Real-IP" });
  expect(read()).toBe("203.0.113.1");
  set({ CLIENT_ADDRESS_HEADER: "x-forwarded-for", TRUSTED_PROXIES: "10.0.0.0/8" });
  expect(read()).toBe("203.0.113.3");
  set({ CLIENT_ADDRESS_HEADER: "x-client-ip" });
  expect(read()).toBeNull();
});

test("the door lets forms through to every route that takes them, and to no page", () => {
  const paths = globSync("app/**/{page.tsx,route.ts}", { cwd: ROOT }).map((file) => ({
    path: `/${file.slice("app/".length).replace(/\/?(page\.tsx|route\.ts)$/, "")}`.replace(/\/\([^)]+\)/g, ""),
    takes: file.endsWith("route.ts") && /\bPOST\b/.test(readFileSync(join(ROOT, file), "utf8")),
    isPage: file.endsWith("page.tsx"),
  }));
  expect(paths.filter(({ takes }) => takes).length).toBeGreaterThan(15);
  for (const { path, takes } of paths) if (takes) expect(takesForms(path), path).toBe(true);
  // Its form posts to itself with a step more.
  const pages = paths.filter(({ path, isPage }) => isPage && takesForms(path)).map(({ path }) => path);
  expect(pages).toEqual([]);
});

test("only who is signed in may send what is larger than a form", () => {
  const send = (path: string, kb: number, userId: number | null) => {
    const request = new IncomingMessage(new Socket());
    request.headers["content-length"] = String(kb * 1024);
    return admitBody(request, new ServerResponse(request), path, { bucket: "192.0.2.1", userId });
  };
  for (const [path, most] of [
    ["/api/trpc/live/brand.addPicture", 11 * 1024],
    ["/api/trpc/people/operator.statements.preview", 8 * 1024],
    ["/api/trpc/people/operator.statements.upload", 8 * 1024],
    ["/api/trpc/people/person.rename", 256],
  ] as const) {
    const let_ = [256, 257, most, most + 1].map((kb) => send(path, kb, null));
    expect(let_, path).toEqual([true, false, most === 256, false]);
    expect([send(path, most, 1), send(path, most + 1, 1)], path).toEqual([true, false]);
  }
});

test("strangers have one page rendered at a time; one that takes long holds nobody up", async () => {
  let under = 0;
  let most = 0;
  const render = (ms: number) => async () => {
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, ms));
    under--;
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => inTurn(render(5))));
  expect(answers.every(Boolean)).toBe(true);
  expect(most).toBe(1);
  const endless = Promise.withResolvers<void>();
  const slow = [inTurn(() => endless.promise), inTurn(() => endless.promise)];
  await inTurn(render(1));
  const crowd = Array.from({ length: 250 }, () => inTurn(render(0)));
  expect((await Promise.all(crowd)).filter((done) => !done).length).toBeGreaterThan(0);
  endless.resolve();
  await Promise.all(slow);
});

test("what is asked for is counted by its cost, for each address and each person apart", async () => {
  const ask = async (cost: Cost, bucket: string, userId: number | null = null) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const admitted = await admit(response, cost, { bucket, userId });
    if (!admitted) expect(response.statusCode).toBe(429);
    return admitted;
  };
  const count = async (...asked: Parameters<typeof ask>) => {
    let admitted = 0;
    while (admitted < 10_000 && (await ask(...asked))) admitted++;
    return admitted;
  };
  expect(await count("page", "192.0.2.1")).toBe(600);
  expect(await count("search", "192.0.2.1")).toBe(120);
  expect(await count("call", "192.0.2.1")).toBe(300);
  expect(await count("any", "192.0.2.1")).toBe(6_000);
  expect(await count("page", "192.0.2.1", 1)).toBe(1_200);
  expect(await count("page", "192.0.2.1", 2)).toBe(1_200);
  // To be signed in is no way around the count of requests of any kind.
  expect(await ask("any", "192.0.2.1", 2)).toBe(false);
  expect(await ask("page", "192.0.2.2")).toBe(true);
});

test("reading the OpenAPI document is for the pages; every other method and spelling below /api/v1 is the API's to refuse", async () => {
  let room: "api" | "pages" | undefined;
  const enter = createDoor(
    {
      async api() {
        room = "api";
      },
      cells: async () => {},
      isKnown: () => true,
      async pages() {
        room = "pages";
      },
    },
    { dev: false },
  );
  const ask = async (method: string, url: string) => {
    const message = new IncomingMessage(Object.defineProperty(new Socket(), "remoteAddress", { value: "192.0.2.99" }));
    Object.assign(message, { method, url, complete: true });
    message.headers.host = "localhost";
    message.headersDistinct.host = ["localhost"];
    room = undefined;
    await enter(message, new ServerResponse(message));
    return room;
  };
  for (const method of ["GET", "HEAD"])
    for (const url of ["/api/v1/openapi.json", "/api/v1/openapi.json?a=1"])
      expect(await ask(method, url)).toBe("pages");
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect(await ask(method, "/api/v1/openapi.json"), method).toBe("api");
  for (const url of ["/api/v1/OPENAPI.json", "/API/V1/openapi.json", "/api/v1/openapi.json/", "/Api/v1/Openapi.Json"])
    expect(await ask("GET", url), url).toBe("api");
});

test("only what is a file or a machine's address costs a stranger no page: not what merely ends or begins like one", async () => {
  let rendered = 0;
  const enter = createDoor(
    {
      api: async () => {},
      cells: async () => {},
      isKnown: () => true,
      pages: async (_message, response, render) =>
        await render(async () => {
          rendered++;
          response.end();
        }),
    },
    { dev: false },
  );
  let last = 0;
  const ask = async (path: string, ip: string) => {
    const message = new IncomingMessage(Object.defineProperty(new Socket(), "remoteAddress", { value: ip }));
    Object.assign(message, { method: "GET", url: path, complete: true });
    message.headers.host = "localhost";
    message.headersDistinct.host = ["localhost"];
    const response = new ServerResponse(message);
    await enter(message, response);
    return response.statusCode;
  };
  /** How many of a minute's are answered. */
  const count = async (path: string, of: number) => {
    const ip = `198.51.100.${++last}`;
    rendered = 0;
    for (let i = 0; i < of && (await ask(path, ip)) !== 429; i++);
    return rendered;
  };
  for (const path of [
    "/store/demo/en/search/logo",
    "/store/demo/en/nothing.js",
    "/logo",
    "/flags/ch/nothing",
    "/api/payments/nothing",
    "/api/suppliers/nothing",
  ])
    expect(await count(path, 650), path).toBeLessThanOrEqual(600);
  const machines = globSync("app/api/{suppliers,payments,inngest}/**/route.ts", { cwd: ROOT }).map(
    (file) => `/${file.slice("app/".length, -"/route.ts".length)}`,
  );
  expect(machines.length).toBe(4);
  const scripts = readdirSync(join(ROOT, "public")).map((file) => `/${file}`);
  expect(scripts.length).toBeGreaterThan(3);
  for (const path of [
    ...scripts,
    ...machines.map((path) => path.replace(/[[\]]/g, "")),
    "/store/demo/logo",
    "/test-store/demo/favicon",
    "/flags/ch.svg",
    "/brands/live/demo/logo.svg",
    `/pictures/${"0".repeat(64)}.png`,
    "/_next/static/chunks/a.js",
  ])
    expect(await count(path, 650), path).toBe(650);
});
