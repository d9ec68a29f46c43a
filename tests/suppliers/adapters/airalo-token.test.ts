import { describe, expect, test } from "vitest";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import type { Canned } from "#tests/support/canned-supplier.ts";
import {
  buy,
  connect,
  countedTurns,
  ESIM,
  HOOK,
  ICCID,
  ok,
  order,
  refusal,
  SECRET,
  sim,
  TOKEN,
  TOPUP,
} from "./airalo-canned.ts";

const token = (access_token: string, expires_in = 86_400) => ok({ token_type: "Bearer", expires_in, access_token });

describe("a token", () => {
  test("is asked for once with our credentials, by many calls at once, and goes with each of them", async () => {
    const { adapter, asked, tokens } = await connect(() => ok(order()));
    await Promise.all([adapter.order(buy("SO-1")), adapter.balance(), adapter.topup(TOPUP), adapter.listPackages()]);
    await adapter.order(buy("SO-1"));
    expect(tokens()).toBe(1);
    expect(asked()).toHaveLength(5);
    expect(new Set(asked().map(({ header }) => header("authorization")))).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  test("that is not taken any more is replaced once, for all that had it, and nothing is done twice", async () => {
    let given = 0;
    const sold: string[] = [];
    const { adapter, tokens } = await connect(
      ({ header, text }) => {
        if (header("authorization") === "Bearer t1") return refusal(401, { message: "Unauthenticated." });
        sold.push((JSON.parse(text) as { description: string }).description);
        return ok(order({ description: sold.at(-1) }));
      },
      { token: () => token(`t${++given}`) },
    );
    const outcomes = await Promise.all([adapter.order(buy("SO-1")), adapter.order(buy("SO-2"))]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done"]);
    expect(sold.sort()).toEqual(["SO-1", "SO-2"]);
    expect(tokens()).toBe(2);
  });

  test("that is refused a second time ends the attempt: the write was certainly not done", async () => {
    const { adapter, asked, tokens } = await connect(() => refusal(401, { message: "Unauthenticated." }));
    expect(await adapter.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code: "refused" });
    expect([asked().length, tokens()]).toEqual([2, 2]);
    expect(await adapter.findOrder(buy("SO-1"), new Date(), async () => new Set())).toMatchObject({ kind: "unknown" });
  });

  test("is kept for as long as it is good only", async () => {
    const { adapter, tokens } = await connect(() => ok(order()), { token: () => token("short", 60) });
    await adapter.order(buy("SO-1"));
    await adapter.order(buy("SO-1"));
    expect(tokens()).toBe(2);
  });

  test("is asked for three times a minute at most; what waits for it was certainly not done", async () => {
    const turns = countedTurns();
    const { adapter, asked, tokens } = await connect(() => ok(order()), { token: () => refusal(500, ""), turns });
    const codes: string[] = [];
    const attempt = async () => {
      const outcome = await adapter.order(buy("SO-1"));
      codes.push(outcome.kind === "rejected" ? outcome.code : outcome.kind);
    };
    for (let n = 0; n < 3; n++) await attempt();
    expect(turns.missed()).toBe(0);
    // Of two at once one asks, and both know that there was no turn.
    await Promise.all([attempt(), attempt()]);
    expect(turns.missed()).toBe(2);
    expect(codes).toEqual(Array.from({ length: 5 }, () => "not_sent"));
    expect([asked().length, tokens()]).toEqual([0, 3]);
  });
});

test.each([
  ["the credentials are wrong", refusal(401, {}), "refused"],
  ["a credential is missing", refusal(422, {}), "refused"],
  ["it is asked for too often", refusal(429, {}), "busy"],
  ["the supplier fails", refusal(503, {}), "not_sent"],
  ["the answer is HTML", "<html>", "not_sent"],
  ["the answer has no token", ok({}), "not_sent"],
  ["the answer is endless", { status: 200, text: "x".repeat(10_000_000) }, "not_sent"],
  ["the connection breaks", "cut", "not_sent"],
] as [string, Canned, string][])(
  "without a token, because %s, a write is not done and nothing is asked",
  async (_, reply, code) => {
    const { adapter, asked } = await connect(() => ok(order()), { token: () => reply });
    expect(await adapter.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code });
    expect(asked()).toEqual([]);
  },
);

test("a supplier that cannot be reached, or is not configured, was certainly not told", async () => {
  const settings = { clientId: "me", clientSecret: SECRET, isAsync: false };
  const away = airalo({ ...settings, url: "http://127.0.0.1:1" }, () => {});
  expect(await away.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code: "not_sent" });
  const { asked, tokens, settings: configured } = await connect(() => ok(order()));
  const nobody = airalo({ ...configured, clientId: "", clientSecret: "" }, () => {});
  expect(await nobody.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code: "refused" });
  expect([asked().length, tokens()]).toEqual([0, 0]);
});

test("the base address may end with the version or not", async () => {
  const { settings, asked } = await connect(() => ok(order()));
  for (const url of [settings.url, `${settings.url}/`, `${settings.url}/v2`, `${settings.url}/v2/`])
    await airalo({ ...settings, url }, () => {}).order(buy("SO-1"));
  expect(asked().map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => "/v2/orders"));
});

test("what is kept of the calls holds no secret, not even where the supplier repeats it", async () => {
  const gossip = { bearer: TOKEN, secret: SECRET, hook: HOOK, php: "PHP", filler: "x".repeat(4_000) };
  const text = JSON.stringify({ ...gossip, data: { request_id: "R", again: [gossip, HOOK] } });
  const { adapter, exchanges } = await connect(
    () => ({ status: 202, text: text.replaceAll("PHP", HOOK.replaceAll("/", "\\/")) }),
    { isAsync: true },
  );
  expect(await adapter.order(buy("SO-1"))).toMatchObject({ kind: "done" });
  await adapter.balance();
  expect(exchanges.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    "token ok",
    "order ok",
    "balance unclear",
  ]);
  const kept = JSON.stringify(exchanges);
  for (const secret of [TOKEN, SECRET, HOOK, "unguessable"]) expect(kept).not.toContain(secret);
  expect(kept).toContain("SO-1");
  expect(Math.max(...exchanges.map(({ response }) => response.length))).toBeLessThanOrEqual(4_096);
});

test("an eSIM is asked about ten times a minute at most, another one all the same", async () => {
  const other = { ...ESIM, supplierEsimId: "7009", iccid: "8944000000000000099" };
  const { adapter, asked } = await connect(
    ({ path }) => {
      if (path.endsWith("/usage")) return ok({ remaining: 1, total: 2, status: "ACTIVE" });
      return ok(path.includes(other.iccid) ? sim({ id: 7009, iccid: other.iccid }) : sim());
    },
    { turns: countedTurns() },
  );
  const answers = await Promise.all(Array.from({ length: 12 }, () => adapter.getEsims([ESIM])));
  const kinds = answers.map((answer) => answer.get("7001")?.kind);
  expect(kinds.filter((kind) => kind === "found")).toHaveLength(10);
  expect(kinds.filter((kind) => kind === "unknown")).toHaveLength(2);
  expect(asked().filter(({ path }) => path === `/v2/sims/${ICCID}/usage`)).toHaveLength(10);
  expect((await adapter.getEsims([other])).get("7009")?.kind).toBe("found");
});
