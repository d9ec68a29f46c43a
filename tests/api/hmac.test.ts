import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type ApiKey, createKey, findKey, parseKey } from "#server/domain/reseller/keys/index.ts";
import { checkSignature } from "#server/http/check-signature.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { direct, type Got } from "#tests/support/api.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

type Vector = {
  name: string;
  valid: boolean;
  reason: string | null;
  server_time_ms: number;
  method: string;
  target: string;
  headers: Record<string, string>;
  body_base64: string;
  signing_secret: string;
  canonical: string;
  signature: string;
};

const { vectors } = JSON.parse(readFileSync(new URL("../vectors/hmac.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};

const { code } = await newAccount({ wallet: 1_000, rateMinute: 1_000_000, rateDay: 1_000_000 });
const { packageId } = await newPackage();

const signed = await createKey(system(), code, {
  environment: "test",
  name: "signed",
  scopes: SCOPES,
  requireHmac: true,
});

describe("the vectors", () => {
  let key: ApiKey;
  beforeAll(async () => {
    key = (await findKey(database(), await newKey(code)))!;
  });

  test("are 40 or more, of both kinds, each with its own name and request", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(40);
    expect(vectors.filter(({ valid }) => valid).length).toBeGreaterThanOrEqual(30);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  test.each(vectors)("$name", async (vector) => {
    const body = Buffer.from(vector.body_base64, "base64");
    // What a client computes with nothing of ours.
    const [timestamp = "", requestId = ""] = vector.canonical.split("\n").slice(2);
    const hash = createHash("sha256").update(body).digest("hex");
    expect(vector.canonical).toBe([vector.method, vector.target, timestamp, requestId, hash].join("\n"));
    const signature = createHmac("sha256", vector.signing_secret).update(vector.canonical).digest("hex");
    expect(vector.signature).toBe(`sha256=${signature}`);
    if (vector.valid) expect(vector.headers["X-SVC-Signature"]).toBe(vector.signature);

    const headers = new Map(Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), [value]]));
    const checked = checkSignature(
      system({ clock: { now: () => new Date(vector.server_time_ms) } }),
      { ...key, signingSecret: encrypt(vector.signing_secret) },
      {
        method: vector.method,
        target: vector.target,
        header: (name) => headers.get(name) ?? [],
        headers: () => Object.fromEntries(headers),
        ip: null,
        readBody: async () => body,
      },
      body,
    );
    if (vector.valid) await checked;
    else await expect(checked).rejects.toMatchObject({ code: "authentication_failed" });
  });
});

describe("a key that requires signatures", () => {
  type Options = {
    body?: string;
    at?: number;
    requestId?: string;
    headers?: Record<string, string | string[]>;
    key?: string;
    secret?: string;
  };

  async function send(
    method: string,
    path: string,
    {
      body,
      at = Date.now(),
      requestId = ulid(),
      headers,
      key = signed.key,
      secret = signed.signingSecret!,
    }: Options = {},
  ) {
    const timestamp = String(Math.floor(at / 1000));
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const text = [method, `/api/v1${path}`, timestamp, requestId, hash].join("\n");
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    return await direct.send({
      method,
      path,
      key,
      ...(body !== undefined && { body }),
      headers: {
        "X-SVC-Timestamp": timestamp,
        "X-SVC-Request-Id": requestId,
        "X-SVC-Signature": `sha256=${signature}`,
        ...headers,
      },
    });
  }
  const code401 = ({ status, json }: Got) => [status, json.error?.code];
  const REFUSED = [401, "authentication_failed"];

  afterEach(() => {
    vi.useRealTimers();
  });

  test("answers a signed request, and says that it requires them", async () => {
    const got = await send("POST", "/auth/test", { body: "{}" });
    expect(got.json.data.authentication.hmac_required).toBe(true);
    const body = JSON.stringify({ package_id: packageId });
    expect((await send("POST", "/orders", { body, headers: { "Idempotency-Key": ulid() } })).status).toBe(200);
    expect((await send("GET", "/packages?limit=1&q=%2e%2e")).status).toBe(200);
  });

  test("refuses an unsigned one, and one whose headers were sent twice", async () => {
    expect(code401(await direct.send({ method: "GET", path: "/account", key: signed.key }))).toEqual(REFUSED);
    for (const name of ["X-SVC-Timestamp", "X-SVC-Request-Id", "X-SVC-Signature"])
      expect(code401(await send("GET", "/account", { headers: { [name]: ["a", "a"] } }))).toEqual(REFUSED);
  });

  test("refuses a request id a second time, also after a restart: the memory is in the database", async () => {
    const requestId = ulid();
    expect((await send("GET", "/account", { requestId })).status).toBe(200);
    expect(code401(await send("GET", "/account", { requestId }))).toEqual(REFUSED);
    const [row] = await database().query<{ minutes: number }>(sql`
      select extract(epoch from expires_at - now()) / 60 as minutes from signed_requests where request_id = ${requestId}`);
    expect(Number(row!.minutes)).toBeGreaterThan(10.5);
  });

  test("raced with one request id answers once", async () => {
    const requestId = ulid();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send("GET", "/account", { requestId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(401)]);
  });

  test("refuses one in a process that stood still until its id was forgotten", async () => {
    const requestId = ulid();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hash = createHash("sha256").update("").digest("hex");
    const text = ["GET", "/api/v1/account", timestamp, requestId, hash].join("\n");
    const headers: Record<string, string> = {
      "x-svc-timestamp": timestamp,
      "x-svc-request-id": requestId,
      "x-svc-signature": `sha256=${createHmac("sha256", signed.signingSecret!).update(text).digest("hex")}`,
    };
    const { id, signingSecret } = (await findKey(database(), signed.key))!;
    const key = { id, signingSecret: signingSecret! };
    const check = (...times: number[]) =>
      checkSignature(
        system({ clock: { now: () => new Date((times.length > 1 ? times.shift() : times[0])!) } }),
        key,
        {
          method: "GET",
          target: "/api/v1/account",
          header: (name) => (headers[name] ? [headers[name]] : []),
          headers: () => ({}),
          ip: null,
          readBody: async () => Buffer.alloc(0),
        },
        Buffer.alloc(0),
      );
    await check(Date.now());
    // What is remembered for eleven minutes is gone by then.
    await database().query(sql`delete from signed_requests where request_id = ${requestId}`);
    const later = Date.now() + 12 * 60_000;
    await expect(check(Date.now(), later)).rejects.toMatchObject({ code: "authentication_failed" });
  });

  test("signs with its new secret from the moment that has changed, and no longer with the old one", async () => {
    const secretOf = async (secret: string) =>
      await database().query(
        sql`update api_keys set signing_secret = ${encrypt(secret)} where public_id = ${parseKey(signed.key)!.publicId}`,
      );
    expect((await send("GET", "/account")).status).toBe(200);
    await secretOf("another secret");
    try {
      for (let times = 0; times < 2; times++) expect(code401(await send("GET", "/account"))).toEqual(REFUSED);
      const requestId = ulid();
      const anew = () => send("GET", "/account", { requestId, secret: "another secret" });
      expect((await anew()).status).toBe(200);
      expect(code401(await anew())).toEqual(REFUSED);
    } finally {
      await secretOf(signed.signingSecret!);
    }
  });

  test("is answered while its secret is encrypted anew", async () => {
    expect((await send("GET", "/account")).status).toBe(200);
    await database().query(sql`
      update api_keys set signing_secret = ${encrypt(signed.signingSecret!)} where public_id = ${parseKey(signed.key)!.publicId}`);
    const requestId = ulid();
    expect((await send("GET", "/account", { requestId })).status).toBe(200);
    expect(code401(await send("GET", "/account", { requestId }))).toEqual(REFUSED);
  });

  test.each([
    ["revoked", sql`update api_keys set revoked_at = now() where name = 'gone'`],
    ["expired", sql`update api_keys set expires_at = now() - interval '1 second' where name = 'gone'`],
  ])("is refused once it is %s, and what it sends from then on is not remembered", async (_how, end) => {
    const gone = await createKey(system(), code, {
      environment: "test",
      name: "gone",
      scopes: SCOPES,
      requireHmac: true,
    });
    const asked = () => send("GET", "/account", { key: gone.key, secret: gone.signingSecret! });
    expect((await asked()).status).toBe(200);
    await database().query(end);
    for (let times = 0; times < 3; times++) expect(code401(await asked())).toEqual(REFUSED);
    // Claims are made in turn: once this one is, theirs are.
    expect((await send("GET", "/account")).status).toBe(200);
    const { id: keyId } = (await findKey(database(), gone.key))!;
    expect(await database().prisma.signedRequest.count({ where: { keyId } })).toBeLessThanOrEqual(2);
  });

  test("does not remember the request id of a wrong signature, which anyone could send", async () => {
    const requestId = ulid();
    const wrong = { "X-SVC-Signature": `sha256=${"0".repeat(64)}` };
    expect(code401(await send("GET", "/account", { requestId, headers: wrong }))).toEqual(REFUSED);
    expect((await send("GET", "/account", { requestId })).status).toBe(200);
  });

  test("takes a timestamp of exactly 5 minutes on either side and none of a second more", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T13:00:00.000Z") });
    const now = Date.now();
    for (const at of [now - 300_000, now + 300_000]) expect((await send("GET", "/account", { at })).status).toBe(200);
    for (const at of [now - 301_000, now + 301_000])
      expect(code401(await send("GET", "/account", { at }))).toEqual(REFUSED);
    vi.setSystemTime(now + 1);
    expect(code401(await send("GET", "/account", { at: now - 300_000 }))).toEqual(REFUSED);
  });

  test("refuses a body that is too large to be hashed, with a code that the operation declares", async () => {
    const body = `{"a":"${"x".repeat(70_000)}"}`;
    expect((await send("POST", "/quotes", { body })).json.error.code).toBe("validation_error");
    expect(code401(await send("GET", "/account", { body }))).toEqual(REFUSED);
  });
});
