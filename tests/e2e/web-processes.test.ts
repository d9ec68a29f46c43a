import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { keepChild } from "#server/process/child.ts";
import { severalWebs } from "#server/process/several-webs.ts";
import { MOST_SILENT } from "#server/process/watch-child.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

// One `npm start` with two web processes behaves as one.

const TOKEN = "a token for the metrics of a test";
let service: Service;

beforeAll(async () => {
  service = await newService({ WEB_PROCESSES: "2", METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: "127.0.0.0/8" });
  await service.start({ npm: "start" });
});
afterAll(() => service.dispose());

let asked = 0;
/** Over a connection of its own, so that either of them may answer, from many addresses; 0 where it broke. */
const ask = (path: string, more: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const headers = { "x-forwarded-for": `192.0.2.${asked++ % 250}`, ...more };
    const broken = () => resolve({ status: 0, text: "" });
    const request = get({ host: "127.0.0.1", port: service.port, path, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode!, text })).on("error", broken);
    });
    request.on("error", broken);
  });
const health = async () => (await ask("/api/v1/health")).status;
const scrape = async () => (await ask("/metrics", { authorization: `Bearer ${TOKEN}` })).text;
const counted = (text: string, process: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("svc_request_duration_seconds_count") && line.includes(`process="${process}"`))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);

/** The web processes by their names. */
async function webs(): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,pgid=,args="]);
  const found = stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+.*server\/web\.ts (web-\d)$/gm);
  return Object.fromEntries(
    [...found].filter(([, , group]) => Number(group) === service.pid()).map(([, pid, , name]) => [name!, Number(pid)]),
  );
}

/** Another one of this name runs, and answers. */
async function untilReplaced(name: string, former: number): Promise<void> {
  await until(async () => ![undefined, former].includes((await webs())[name]));
  const before = counted(await scrape(), name);
  await until(async () => (await health()) === 200 && counted(await scrape(), name) > before);
}

test("both answer, and each of them tells what all have measured, which never falls", async () => {
  expect(service.output().match(/Ready on /g)).toHaveLength(1);
  expect(Object.keys(await webs()).sort()).toEqual(["web-1", "web-2"]);
  const last: Record<string, number> = {};
  await until(async () => {
    expect((await ask("/sign-in")).status).toBe(200);
    const text = await scrape();
    // Whoever is slow to say what it measured is left out.
    if (["main", "web-1", "web-2", "worker"].some((process) => !text.includes(`process="${process}"`))) return false;
    for (const web of ["web-1", "web-2"]) {
      expect(counted(text, web)).toBeGreaterThanOrEqual(last[web] ?? 0);
      last[web] = counted(text, web);
    }
    return last["web-1"]! > 3 && last["web-2"]! > 3;
  });
});

test("a limit holds over both to the request", async () => {
  const asked = { companyName: "N", email: "n@example.com", currency: "USD", plan: "scale" } as const;
  const newKey = () =>
    onServiceDatabase(service, async (ctx) => {
      const { code } = await createAccount(ctx, { ...asked, rateMinute: 1_000_000, rateDay: 50 });
      return (await createKey(ctx, code, { environment: "test", name: "all", scopes: SCOPES })).key;
    });
  // Each counts for itself while whoever counts for both is too busy to say it in half a second: then it is asked again.
  await until(async () => {
    const headers = { authorization: `Bearer ${await newKey()}` };
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask("/api/v1/account", headers)));
    const of = (status: number) => answers.filter((answer) => answer.status === status).length;
    return of(200) === 50 && of(429) === 30;
  });
});

test("one that is killed is started again, and the other one goes on", async () => {
  const { "web-1": killed } = await webs();
  process.kill(killed!, "SIGKILL");
  await until(async () => (await webs())["web-1"] !== killed);
  for (let i = 0; i < 20; i++) expect(await health()).toBe(200);
  await untilReplaced("web-1", killed!);
  await until(() => /"child":"web-1".*"signal":"SIGKILL".*is started again/.test(service.output()));
});

test("while one stands still whoever comes is answered, and it is replaced", async () => {
  const { "web-2": still } = await webs();
  process.kill(still!, "SIGSTOP");
  await until(async () =>
    (await promisify(execFile)("ps", ["-o", "stat=", "-p", String(still)])).stdout.startsWith("T"),
  );
  for (let i = 0; i < 20; i++) expect(await health()).toBe(200);
  await untilReplaced("web-2", still!);
  await until(() => /"child":"web-2".*says nothing any more/.test(service.output()));
});

test("a Ctrl-C that every process hears ends all of them, PostgreSQL last and cleanly", async () => {
  const log = () => readFileSync(join(service.dataDir, "postgres.log"), "utf8");
  const before = log().length;
  await service.end("SIGINT", { group: true });
  await until(async () => (await service.processes()).postgres.length === 0);
  expect(log().slice(before)).toContain("database system is shut down");
  expect(log().slice(before)).not.toMatch(/terminating any other active|was not properly shut down/);
  expect(await webs()).toEqual({});
  expect(await health()).toBe(0);
});

test("one that hangs before it is up is replaced, also the first", async () => {
  const begun = join(mkdtempSync(join(tmpdir(), "svc-hangs-")), "begun");
  const script = join(dirname(begun), "web.mjs");
  // The third says that it is there, and is up a while later: it is left alone.
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from "node:fs";
    appendFileSync(process.env.BEGUN, process.pid + " ");
    const nth = readFileSync(process.env.BEGUN, "utf8").split(" ").length - 1;
    if (nth === 1) for (;;);
    if (nth === 2) process.kill(process.pid, "SIGSTOP");
    let asked = 0;
    process.on("message", ({ type }) => {
      if (type !== "there?") return;
      process.send({ type: "here" });
      if (++asked === 8) process.send({ type: "up" }), process.send({ type: "shown" });
    });`,
  );
  const givenUp: string[] = [];
  const web = severalWebs({
    count: 1,
    script,
    mostSilent: { ...MOST_SILENT, starting: 2 },
    environment: () => ({ ...process.env, BEGUN: begun }),
    onGivenUp: (reason) => givenUp.push(reason),
  });
  try {
    await web.listen();
    await web.show();
    expect(readFileSync(begun, "utf8").trim().split(" ")).toHaveLength(3);
    expect(givenUp).toEqual([]);
  } finally {
    await web.drain();
    rmSync(dirname(begun), { recursive: true });
  }
});

test("one that does not come up again is given up, with how it ended", async () => {
  let launched = 0;
  const script = (text: string) =>
    spawn(process.execPath, ["-e", text], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const givenUp = Promise.withResolvers<string>();
  const launch = () => script(launched++ === 0 ? "process.send({}, () => process.exit(0))" : "process.exit(3)");
  const child = await keepChild({ name: "web", launch, onGivenUp: givenUp.resolve });
  expect(await givenUp.promise).toBe("exit code 3");
  expect(launched).toBe(5);
  await child.stop();
});
