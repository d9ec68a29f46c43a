import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newService, type Service } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const NOTHING_LEFT = { worker: [], simulator: [], postgres: [] };

describe("while the pages are being built", () => {
  let service: Service;
  const start = (says: RegExp) => service.start({ script: "tests/support/first-start.ts", says });
  const pages = async (accept: string) => {
    const answer = await fetch(`${service.url}/sign-in`, { headers: { accept } });
    return { answer, status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
  };
  const readiness = async () =>
    (await service.call(service.demo().testKey, "GET", "/health/ready")).json.data as
      | { status: string; checks: Record<string, { status: string }> }
      | undefined;

  beforeAll(async () => {
    service = await newService({}, { first: true });
    await start(/try it .*\n/);
  });
  afterAll(() => service.dispose());

  test("the API sells, pages say how far they are, and nobody is told that all is ready", async () => {
    const { testKey } = service.demo();
    const sold = await service.call(
      testKey,
      "POST",
      "/orders",
      { package_id: "esimaccess-TR_1_7", quantity: 1 },
      { "Idempotency-Key": "during-the-build" },
    );
    expect(sold.json.data.status).toBe("delivered");
    await until(async () => (await readiness())?.checks.pages?.status === "degraded");
    expect(await readiness()).toMatchObject({ status: "degraded" });
    const people = await pages("text/html,*/*");
    expect(people).toMatchObject({ status: 503, retryAfter: "3", text: expect.stringContaining("Being built, 40 %") });
    expect(people.answer.headers.get("content-security-policy")).toMatch(/default-src 'none'; style-src 'sha256-/);
    const programs = await pages("*/*");
    expect(programs).toMatchObject({ status: 503, retryAfter: "3" });
    expect(JSON.parse(programs.text).error.code).toBe("service_unavailable");
    expect(service.output()).toContain("Building the pages: 40 %");
    expect(service.output()).not.toContain("Ready on");

    writeFileSync(join(service.dataDir, "built"), "");
    await until(() => /Ready on http:\/\/localhost:\d+\n$/.test(service.output()));
    expect((await pages("text/html")).status).toBe(200);
    await until(async () => (await readiness())?.status === "ready");
    expect(await service.end()).toBe(0);
    rmSync(join(service.dataDir, "built"));
  });

  test("SIGTERM breaks the build off, and ends PostgreSQL last and cleanly", async () => {
    await start(/demo\.json\n/);
    expect(await service.end("SIGTERM")).toBe(0);
    expect(await service.processes()).toEqual(NOTHING_LEFT);
    expect(service.output()).not.toMatch(/Ready on|Error/);
    expect(readFileSync(join(service.dataDir, "postgres.log"), "utf8")).not.toMatch(/was not properly shut down/);
  });

  test("a build that fails ends the start with its sentence, and leaves nothing running", async () => {
    writeFileSync(join(service.dataDir, "broken"), "");
    await expect(start(/Ready on /)).rejects.toThrow("The pages could not be built.");
    expect(await service.processes()).toEqual(NOTHING_LEFT);
  });
});

test("npm run dev: who asks while a change is taken over is answered, PostgreSQL stays, and Ctrl-C ends all", async () => {
  const service = await newService({ NODE_ENV: "development" });
  try {
    await service.start({ npm: "dev" });
    const log = () => readFileSync(join(service.dataDir, "postgres.log"), "utf8");
    const before = (await service.processes()).postgres;
    expect((await fetch(`${service.url.replace("127.0.0.1", "localhost")}/sign-in`)).status).toBe(200);

    // Saved without a change: the sources stay as they are for the tests beside this one.
    const now = new Date();
    utimesSync(join(import.meta.dirname, "../../server/http/envelope.ts"), now, now);
    let answers = 0;
    await until(async () => {
      expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
      answers++;
      return /server\/http\/envelope\.ts: web started again in/.test(service.output());
    });
    expect(answers).toBeGreaterThan(5);
    expect((await service.processes()).postgres).toEqual(before);

    await service.end("SIGINT", { group: true });
    await until(async () => (await service.processes()).postgres.length === 0);
    expect(log()).toContain("database system is shut down");
    expect(log()).not.toMatch(/terminating any other active|was not properly shut down/);
  } finally {
    await service.dispose();
  }
});
