import { NextRequest } from "next/server";
import { beforeAll, expect, test, vi } from "vitest";
import { serveMetrics } from "#server/files/serve-metrics.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";

const TOKEN = "a token for this test";
beforeAll(() => overrideEnv({ metricsToken: TOKEN }));

const scrape = async (): Promise<string> => {
  const request = new NextRequest("http://localhost/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
  return await (await serveMetrics(request)).text();
};

test("however many ask for the metrics, and however often, the database is looked at once in five seconds", async () => {
  const asked = vi.spyOn(database(), "query");
  const looks = () =>
    asked.mock.calls.filter(([{ text }]) => text.includes("from supplier_calls where created_at")).length;
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    for (const said of await Promise.all(Array.from({ length: 20 }, scrape)))
      expect(said).toMatch(/^svc_database_up\{[^}]*\} 1$/m);
    await scrape();
    expect(looks()).toBe(1);
    vi.advanceTimersByTime(5_000);
    await Promise.all([scrape(), scrape()]);
    expect(looks()).toBe(2);
  } finally {
    vi.useRealTimers();
    asked.mockRestore();
  }
});
