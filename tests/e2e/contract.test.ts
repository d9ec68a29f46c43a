import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { eventShapes } from "#server/api/v1/events.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { BASE_PATH } from "#server/http/dispatch.ts";
import { hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { ulid } from "#server/kernel/ids.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { type Driver, documented, prepare } from "#tests/support/api.ts";
import { contractMatrix } from "#tests/support/contract-matrix.ts";
import { newService } from "#tests/support/service.ts";
import { newAccount, newKey, system } from "#tests/support/world.ts";

// The same matrix over the running service: real sockets, the raw request target, the client's address from a proxy.
const service = await newService({
  WEBHOOK_ALLOWED_ORIGINS: "http://127.0.0.1:9911",
  TRUSTED_PROXIES: "127.0.0.0/8,::1",
});
await service.start();
const { masterKey, postgresPassword } = JSON.parse(readFileSync(join(service.dataDir, "secrets.json"), "utf8"));
overrideEnv({
  databaseUrl: `postgresql://postgres:${postgresPassword}@localhost/service?host=${join(service.dataDir, "run")}`,
  masterKey,
  webhookAllowedOrigins: ["http://127.0.0.1:9911"],
});
await openKeyring(database());
setEventShapes(eventShapes);

let clients = 0;

const running: Driver = {
  name: "the running service",
  send(sent) {
    const { headers, bytes } = prepare(sent);
    const peer = sent.peer ?? `100.64.${(++clients >> 8) & 255}.${clients & 255}`;
    const all = {
      ...Object.fromEntries(headers),
      "x-forwarded-for": peer,
      ...(bytes.length > 0 &&
        !("transfer-encoding" in Object.fromEntries(headers)) && { "content-length": String(bytes.length) }),
    };
    return new Promise((resolve, reject) => {
      const out = request(
        { host: "127.0.0.1", port: service.port, method: sent.method, path: BASE_PATH + sent.path, headers: all },
        async (answer) => {
          let text = "";
          for await (const chunk of answer.setEncoding("utf8")) text += chunk;
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string>,
            json: JSON.parse(text),
          });
        },
      );
      out.on("error", reject);
      out.end(bytes);
    });
  },
};

afterAll(async () => {
  await database().close();
  await service.dispose();
});

contractMatrix(documented(running), { door: true, sampled: true });

describe("on the wire", () => {
  const signedGet = (path: string, key: { key: string; signingSecret?: string }, requestId: string = ulid()) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const text = ["GET", BASE_PATH + path, timestamp, requestId, sha256Hex("")].join("\n");
    const signature = `sha256=${hmacSha256(key.signingSecret!, text).toString("hex")}`;
    const headers = { "X-SVC-Timestamp": timestamp, "X-SVC-Request-Id": requestId, "X-SVC-Signature": signature };
    return running.send({ method: "GET", path, key: key.key, headers });
  };

  test("the raw target is what is signed, and a request id is not taken again after a restart", async () => {
    const { code } = await newAccount();
    const options = { environment: "test" as const, name: "signed", scopes: SCOPES, requireHmac: true };
    const key = await createKey(system(), code, options);
    for (const path of ["/account", "/account?", "/packages?q=%41+b%2Bc&limit=1", "/orders?limit=1&"])
      expect((await signedGet(path, key)).status, path).toBe(200);
    // Not found, which is to say that the signature over it was right.
    for (const path of ["/esims/a%20b", "/orders/%C3%A9", "/esims/a%3Bb"])
      expect((await signedGet(path, key)).json.error.code, path).toBe("resource_not_found");
    // What has two readings is refused before anybody signs for either.
    for (const path of ["/esims/%2e%2e", "/orders/..", "/esims/a%2Fb", "/esims/%41"])
      expect((await signedGet(path, key)).json.error.code, path).toBe("bad_request");
    const requestId = ulid();
    expect((await signedGet("/account", key, requestId)).status).toBe(200);
    await service.end();
    await service.start();
    expect((await signedGet("/account", key, requestId)).status).toBe(401);
    expect((await signedGet("/account", key)).status).toBe(200);
  });

  test("headers that are sent twice, and 10 MB, are refused in the envelope", async () => {
    const { code } = await newAccount();
    const key = await newKey(code);
    const body = { package_id: "x" };
    const post = (headers: Record<string, string | string[]>, sent: unknown = body) =>
      running.send({ method: "POST", path: "/orders", key, headers, body: sent });
    expect((await post({ "idempotency-key": ["a", "b"] })).json.error.details.field).toBe("Idempotency-Key");
    expect((await post({ "content-type": ["application/json", "text/plain"] })).status).toBe(415);
    expect((await post({ authorization: [`Bearer ${key}`, "Bearer other"] })).status).toBe(401);
    // As a whole, and in pieces of which nobody says how many there are.
    for (const headers of [{}, { "transfer-encoding": "chunked" }] as Record<string, string>[]) {
      const large = await post({ "idempotency-key": "a", ...headers }, Buffer.alloc(10 * 1024 * 1024, 0x20));
      expect([large.status, large.json.error.details.field]).toEqual([422, "body"]);
    }
  });
});
