import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { programOf } from "#tests/support/ordering-program.ts";
import { newService } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

const service = await newService();
afterAll(() => service.dispose());
const { status, order, answers } = programOf(service);
await service.start();
// The tests look often.
await onServiceDatabase(service, (ctx) => changeAccount(ctx, service.demo().accountCode, { rateMinute: 1_000_000 }));

test("after a SIGKILL of the worker, its jobs are taken up within seconds", async () => {
  const slow = { supplier: "esimaccess", operation: "order", mode: "slow", latencyMs: 3_000, times: 3 };
  await service.simulate({ kind: "set", ...slow });
  const { liveKey } = service.demo();
  const placed = await Promise.all([order(liveKey), order(liveKey), order(liveKey)]);
  await until(async () => (await status(liveKey, placed[0]!.reference)) !== "queued");
  for (const pid of (await service.processes()).worker) process.kill(pid, "SIGKILL");
  for (const { reference } of placed) await until(async () => (await status(liveKey, reference)) === "delivered");
  expect((await service.processes()).worker).toHaveLength(1);
});

test("a worker that stands still is one that is gone, and so are simulators; neither hears of its end when it goes on", async () => {
  const { worker, simulator } = await service.processes();
  const { liveKey } = service.demo();
  await service.simulate({
    kind: "set",
    supplier: "esimaccess",
    operation: "order",
    mode: "slow",
    latencyMs: 3_000,
    times: 1,
  });
  const placed = await order(liveKey);
  await until(async () => (await status(liveKey, placed.reference)) === "processing");
  for (const pid of [...worker, ...simulator]) process.kill(pid, "SIGSTOP");
  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, "SIGCONT");
    } catch {
      return true;
    }
  };
  await until(() => (service.output().match(/says nothing any more/g)?.length ?? 0) === 2);
  await until(() => [...worker, ...simulator].every(isGone));
  await until(async () => (await status(liveKey, placed.reference)) === "delivered");
  expect((await service.processes()).worker).toHaveLength(1);
});

test("after a SIGKILL of the simulators, they come back on their addresses with their books", async () => {
  const before = await service.simulate({ kind: "show" });
  for (const pid of (await service.processes()).simulator) process.kill(pid, "SIGKILL");
  await until(async () => (await service.processes()).simulator.length === 1);
  const { liveKey } = service.demo();
  const { reference } = await order(liveKey);
  await until(async () => (await status(liveKey, reference)) === "delivered");
  const after = await service.simulate({ kind: "show" });
  expect(after.suppliers[0]!.orders.length).toBe(before.suppliers[0]!.orders.length + 1);
});

test("after a SIGKILL of PostgreSQL, the API says 503 until it is back, and every acknowledged order is there", async () => {
  const { liveKey } = service.demo();
  const placed = await Promise.all(Array.from({ length: 10 }, () => order(liveKey)));
  for (const pid of (await service.processes()).postgres) process.kill(pid, "SIGKILL");
  const during = await service.call(liveKey, "GET", "/account");
  expect([200, 503]).toContain(during.status);
  if (during.status === 503) expect(during.json.error.code).toBe("service_unavailable");
  await until(async () => (await service.call(liveKey, "GET", "/account")).status === 200);
  for (const { reference } of placed) await until(async () => (await status(liveKey, reference)) === "delivered");
});

test("after a SIGKILL of everything but PostgreSQL, and of everything, the next start loses nothing", async () => {
  const { liveKey } = service.demo();
  const killAll = async (alsoPostgres: boolean) => {
    const { worker, simulator, postgres } = await service.processes();
    for (const pid of [service.pid(), ...worker, ...simulator, ...(alsoPostgres ? postgres : [])])
      process.kill(pid, "SIGKILL");
    await until(async () => !(await answers()));
  };
  for (const alsoPostgres of [false, true]) {
    const placed = await Promise.all(Array.from({ length: 5 }, () => order(liveKey)));
    await killAll(alsoPostgres);
    await service.start();
    expect(service.output()).toContain("demo.json");
    expect(service.output()).not.toContain(liveKey);
    for (const { reference } of placed) await until(async () => (await status(liveKey, reference)) === "delivered");
  }
});

test("a database that does not answer is no page that does not exist: it is said in the visitor's language, and kept by nobody", async () => {
  const { json } = await service.call(service.demo().liveKey, "GET", "/brand");
  const shop = `${service.url}/store/${/live\/([^/]+)/.exec(json.data.logo_url)![1]}`;
  const look = async (path: string) => {
    const answer = await fetch(shop + path, { headers: { "accept-language": "de" } });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  expect((await look("/en/device")).status).toBe(200);
  const [server] = (await service.processes()).postgres;
  const own = execFileSync("ps", ["-o", "pid=", "--ppid", String(server)], { encoding: "utf8" });
  const all = [server!, ...own.trim().split(/\s+/).map(Number)];
  const tell = (signal: NodeJS.Signals) => all.forEach((pid) => void process.kill(pid, signal));
  tell("SIGSTOP");
  try {
    for (const [path, words] of [
      // Held in memory once it is made; somebody's own; in no language yet; in another one.
      ["/en/region/europe", "This page cannot be shown right now"],
      ["/en/my", "This page cannot be shown right now"],
      ["/redeem", "Diese Seite kann gerade nicht gezeigt werden"],
      ["/fr/country/jp", "Cette page ne peut pas"],
    ] as const) {
      const { status, headers, text } = await look(path);
      expect([path, status]).toEqual([path, 500]);
      expect(headers.get("cache-control")).toMatch(/^no-store/);
      expect(text).toContain(words);
      expect(text).not.toContain("<script");
      expect(headers.get("retry-after")).toBe("10");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  } finally {
    tell("SIGCONT");
  }
  await until(async () => (await look("/en/region/europe")).status === 200);
});
