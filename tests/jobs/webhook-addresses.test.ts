import { createServer, type Server } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { keepConnections } from "#server/domain/messaging/webhooks/connections.ts";
import { createEndpoint, deliverWebhooks } from "#server/domain/messaging/webhooks/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { type DnsAnswer, openDnsServer } from "#tests/support/dns-server.ts";
import { FORBIDDEN, NOWHERE, PUBLIC_IP, PUBLIC_IP6 } from "#tests/support/forbidden-addresses.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { goOn, stopTime } from "#tests/support/stopped-time.ts";
import { announce, type DeliveryRow, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const ZONE: Record<string, DnsAnswer> = {
  public: [PUBLIC_IP],
  both: [PUBLIC_IP, PUBLIC_IP6],
  "public-six": [PUBLIC_IP6],
  localtest: ["127.0.0.1"],
  metadata: ["169.254.169.254"],
  six: ["fd00::1"],
  mixed: [PUBLIC_IP, "127.0.0.1"],
  "mixed-six": [PUBLIC_IP, "fe80::1"],
  mapped: ["::ffff:7f00:1"],
  nat64: ["64:ff9b::7f00:1"],
  "xn--bcher-kva": ["10.0.0.1"],
  empty: [],
  broken: "SERVFAIL",
  nobody: "NXDOMAIN",
  garbled: "garbage",
  silent: "silence",
};
/** Names whose answer depends on how often they were asked for. */
const CHANGING: Record<string, DnsAnswer[]> = {
  rebound: [[PUBLIC_IP], ["127.0.0.1"]],
  alternating: [[NOWHERE], [NOWHERE], ["::1"]],
};

const dns = await openDnsServer(({ name, type }, times) => {
  const label = name.replace(/\.?hooks\.example$/, "");
  if (label === "half-broken") return type === "A" ? [PUBLIC_IP] : "SERVFAIL";
  return CHANGING[label]?.[Math.min(times, CHANGING[label].length - 1)] ?? ZONE[label] ?? "NXDOMAIN";
});
const receiver = await openReceiver();

/** Listens where forbidden addresses would lead, as far as nobody else does: nobody may ever come. */
let strangers = 0;
const canaries = (await Promise.all([443, 8443, 80, 0].map(openCanary))).filter((server) => server !== null);
function openCanary(port: number): Promise<Server | null> {
  const server = createServer((socket) => {
    strangers++;
    socket.destroy();
  });
  return new Promise((resolve) => {
    server.once("error", () => resolve(null)).listen(port, () => resolve(server));
  });
}

afterAll(() => {
  receiver.close();
  dns.close();
  for (const canary of canaries) canary.close();
});
beforeEach(() => {
  strangers = 0;
  dns.queries.length = 0;
});

const register = async (url: string) =>
  createEndpoint(await enter((await newAccount()).code, "test"), { url, events: ["*"] });

/** An endpoint as if its address had been allowed once. */
async function smuggle(ctx: AccountCtx, url: string): Promise<number> {
  const secret = encrypt(`whsec_${Buffer.alloc(32).toString("base64")}`);
  const [row] = await database().query<{ id: number }>(sql`
    insert into webhook_endpoints (account_id, environment, url, events, secret)
    values (${ctx.account.id}, ${ctx.environment}, ${url}, '{*}', ${secret}) returning id`);
  return row!.id;
}

async function deliverTo(url: string): Promise<DeliveryRow> {
  const ctx = await enter((await newAccount()).code, "test");
  const id = await smuggle(ctx, url);
  await announce(ctx);
  await deliverWebhooks(system(), [id]);
  return (await deliveriesOf(ctx))[0]!;
}

test("the corpus has at least 120 addresses, each once", () => {
  expect(new Set(FORBIDDEN.map(([url]) => url)).size).toBe(FORBIDDEN.length);
  expect(FORBIDDEN.length).toBeGreaterThanOrEqual(120);
  expect(canaries.length).toBeGreaterThan(0);
});

describe("at registration", () => {
  test.each(FORBIDDEN)("%s is refused", async (url, reason) => {
    await expect(register(url)).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "url" },
      message: expect.stringMatching(reason),
    });
    expect(strangers).toBe(0);
  });

  test.each([
    "https://public.hooks.example/hook",
    "https://PUBLIC.hooks.example:8443/hook?token=1",
    "https://public.hooks.example.:443/",
    "https://public-six.hooks.example/",
    "https://both.hooks.example/",
    `https://${PUBLIC_IP}/`,
    `https://[${PUBLIC_IP6}]/`,
    "https://9.9.9.9:8443/",
  ])("%s is accepted", async (url) => {
    expect(await register(url)).toMatchObject({ id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) });
  });
});

describe("at delivery", () => {
  test("no address of the corpus is dialled, whoever let it in; the attempt on record says why", async () => {
    const ctx = await enter((await newAccount()).code, "test");
    const ids: number[] = [];
    for (const [url] of FORBIDDEN) ids.push(await smuggle(ctx, url));
    await announce(ctx);
    stopTime();
    await deliverWebhooks(system(), ids);
    goOn();
    const attempts = await database().query<{ id: number; error: string; status: number | null }>(sql`
      select d.endpoint_id as id, a.error, a.http_status as status from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.endpoint_id = any(${ids}::int[]) order by d.endpoint_id`);
    expect(attempts).toHaveLength(FORBIDDEN.length);
    attempts.forEach(({ error, status }, i) => {
      expect(status).toBeNull();
      expect(`${FORBIDDEN[i]![0]}: ${error}`).toMatch(FORBIDDEN[i]![1]);
    });
    expect(strangers).toBe(0);
  });

  test("a name that led to a public address when it was registered and leads home now is not dialled", async () => {
    const { ctx, id } = await newEndpoint("https://rebound.hooks.example:8443/");
    await announce(ctx);
    await deliverWebhooks(system(), [id]);
    expect(await deliveriesOf(ctx)).toMatchObject([
      { status: "retrying", lastError: expect.stringMatching("leads to 127.0.0.1") },
    ]);
    expect(strangers).toBe(0);
  });

  test("the name is asked for once per attempt: what was checked is what is dialled, whatever the next answer is", async () => {
    const { ctx, id } = await newEndpoint("https://alternating.hooks.example:8443/");
    dns.queries.length = 0;
    await announce(ctx);
    await deliverWebhooks(system(), [id]);
    expect(dns.queries.filter(({ type }) => type === "AAAA")).toHaveLength(1);
    const [delivery] = await deliveriesOf(ctx);
    expect(delivery).toMatchObject({ status: "retrying", lastHttpStatus: null });
    expect(delivery!.lastError).not.toMatch("leads to");
    expect(strangers).toBe(0);
  });

  test.each(["nobody", "empty", "broken", "half-broken", "garbled", "silent"])(
    "a name server that answers with %s lets nothing through",
    async (label) => {
      expect(await deliverTo(`https://${label}.hooks.example:8443/`)).toMatchObject({
        status: "retrying",
        lastError: expect.stringMatching(/cannot be resolved|did not answer within 15 s/),
      });
    },
  );

  test("connections lead to the vetted addresses, by the name that was given", async () => {
    const { port } = new URL(receiver.origin);
    const { pool } = keepConnections(-1, {
      url: new URL(`http://pinned.hooks.example:${port}/`),
      addresses: [{ address: "127.0.0.1", family: 4 }],
    });
    receiver.received.length = 0;
    const answer = await pool.request({ method: "POST", path: "/hook", body: "x" });
    await answer.body.dump();
    expect(receiver.received).toMatchObject([{ headers: { host: `pinned.hooks.example:${port}` } }]);
    expect(dns.queries).toEqual([]);
  });

  test("a name that leads elsewhere than before gets connections of its own", async () => {
    const url = new URL("https://moved.hooks.example/");
    const at = (address: string) => keepConnections(-2, { url, addresses: [{ address, family: 4 }] }).pool;
    expect(at("9.9.9.9")).toBe(at("9.9.9.9"));
    expect(at("9.9.9.9")).not.toBe(at("1.1.1.1"));
  });

  test.each([301, 302, 303, 307, 308])("a redirect with %i is a failure, and is not followed", async (status) => {
    const { port } = canaries[0]!.address() as { port: number };
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    receiver.answers.push({ status, headers: { location: `http://127.0.0.1:${port}/` } });
    await announce(ctx);
    await deliverWebhooks(system(), [id]);
    expect(await deliveriesOf(ctx)).toMatchObject([{ status: "retrying", lastHttpStatus: status }]);
    expect(strangers).toBe(0);
  });

  test("an origin that is no longer allowed is not dialled", async () => {
    expect(await deliverTo(`${receiver.origin}x/hook`)).toMatchObject({
      lastError: expect.stringMatching(/must start|absolute/),
    });
    expect(await deliverTo(receiver.origin.replace("127.0.0.1", "localhost"))).toMatchObject({
      lastError: "The address must start with https://.",
    });
  });
});
