import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { postSignIn, sendRaw } from "#tests/support/http-session.ts";
import { freePort, newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

// The whole service under load, while MASTER_KEY and every key below it are replaced.

type Told = { signature: string; body: string; timestamp: string };

let service: Service;
let former: string;
let key: string;
let signed: { key: string; secret: string };
let endpointSecret: string;
let session: string;
const told: Told[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const header = (name: string) => String(request.headers[name]);
  told.push({ signature: header("x-svc-signature"), timestamp: header("x-svc-timestamp"), body });
  response.end();
});

const masterKeyNow = () =>
  (JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8")) as { masterKey: string }).masterKey;

beforeAll(async () => {
  const port = await freePort();
  receiver.listen(port, "127.0.0.1");
  service = await newService({ WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${port}` });
  await service.start();
  former = masterKeyNow();
  const { accountCode, testKey } = service.demo();
  key = testKey;
  const asked = { environment: "test", name: "signed", scopes: SCOPES, requireHmac: true } as const;
  const made = await onServiceDatabase(service, (ctx) => createKey(ctx, accountCode, asked));
  signed = { key: made.key, secret: made.signingSecret! };
  const hook = await service.call(key, "POST", "/webhooks", { url: `http://127.0.0.1:${port}/hook` });
  endpointSecret = hook.json.data.secret;
  const person = { email: "owner@example.com", password: "a long enough pass phrase 7" };
  await onServiceDatabase(service, (ctx) => createUser(ctx, accountCode, { ...person, role: "owner" }));
  session = (await postSignIn(service, person)).session!;
});

afterAll(async () => {
  receiver.close();
  await service?.dispose();
});

const asks = {
  "API key": async () => (await service.call(key, "GET", "/account/balance")).status,
  "signed request": async () => {
    const [timestamp, requestId] = [String(Math.floor(Date.now() / 1_000)), randomUUID()];
    const text = ["GET", "/api/v1/account/balance", timestamp, requestId, sha256Hex("")].join("\n");
    const signature = `sha256=${hmacSha256(signed.secret, text).toString("hex")}`;
    const headers = { "X-SVC-Timestamp": timestamp, "X-SVC-Request-Id": requestId, "X-SVC-Signature": signature };
    return (await service.call(signed.key, "GET", "/account/balance", undefined, headers)).status;
  },
  order: async () => {
    const order = { package_id: "esimaccess-TR_1_7", quantity: 1 };
    return (await service.call(key, "POST", "/orders", order, { "Idempotency-Key": randomUUID() })).status;
  },
  session: async () => {
    const { status, body } = await sendRaw(service, "/api/auth/session", { headers: { cookie: session } });
    return body.includes("owner@example.com") ? status : `nobody: ${body}`;
  },
};

/** Asks for everything, over and over, until it is told to stop; returns what was answered how often. */
function startLoad(): () => Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  let over = false;
  const hands = Object.entries(asks).map(async ([name, ask]) => {
    while (!over) {
      const answer = `${name}: ${await ask().catch((error: Error) => error.message)}`;
      seen[answer] = (seen[answer] ?? 0) + 1;
      await sleep(300);
    }
  });
  return async () => {
    over = true;
    await Promise.all(hands);
    return seen;
  };
}

const svcEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "production",
  LOG_LEVEL: "error",
  DATA_DIR: service.dataDir,
});

function startRotation(): ChildProcess {
  return spawn(process.execPath, ["server/cli/main.ts", "secrets", "rotate"], {
    env: svcEnvironment(),
    stdio: "ignore",
  });
}

test("nothing fails while MASTER_KEY is replaced, although the command is killed in the middle", async () => {
  const stop = startLoad();
  const killed = startRotation();
  await until(() => masterKeyNow() !== former);
  killed.kill("SIGKILL");
  expect(await service.svc("secrets", "rotate")).toMatchObject({ done: true });
  const toldBefore = told.length;
  await until(() => told.length > toldBefore + 5);
  const seen = await stop();
  expect(Object.keys(seen).sort()).toEqual(["API key: 200", "order: 200", "session: 200", "signed request: 200"]);
  for (const { signature, timestamp, body } of told)
    expect(signature).toBe(`sha256=${hmacSha256(endpointSecret, `${timestamp}.${body}`).toString("hex")}`);
  expect(JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"))).not.toHaveProperty("formerMasterKey");
});

test("the former MASTER_KEY starts nothing any more, and the sentence says so", async () => {
  const { postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
  const DATABASE_URL = `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`;
  const env = { ...svcEnvironment(), DATABASE_URL, MASTER_KEY: former, PORT: String(await freePort()) };
  for (const script of [["server/main.ts", "--web"], ["server/worker.ts"]])
    await expect(promisify(execFile)(process.execPath, script, { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^MASTER_KEY does not open the secrets of this database/),
    });
});

test("the service goes on when its worker dies, when the former key is ended, and after a start", async () => {
  const [worker] = (await service.processes()).worker;
  process.kill(worker!, "SIGKILL");
  await until(async () => {
    const { worker: now } = await service.processes();
    return now.length === 1 && now[0] !== worker;
  });
  expect(await service.svc("secrets", "retire", "--force")).toEqual({ retired: "1" });
  await service.end();
  await service.start();
  expect(await asks["API key"]()).toBe(200);
  expect(await asks["signed request"]()).toBe(200);
  const before = told.length;
  expect(await asks.order()).toBe(200);
  await until(() => told.length > before);
  // The cookie was made with the former key, if it was not renewed since.
  expect(await asks.session()).toMatch(/^nobody/);
  expect(await service.svc("audit")).toMatchObject({ ok: true });
});
