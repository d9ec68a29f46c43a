import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

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
