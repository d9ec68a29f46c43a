import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { measureCell, sumCells } from "#server/domain/control/cells/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { isCellCall, signCall } from "#server/kernel/cell-calls.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { answerCell } from "#server/process/answer-cell.ts";
import { createDoor } from "#server/process/door/index.ts";
import { newAccount, system } from "#tests/support/world.ts";

// Behind the real door and over HTTP. Another cell that answers is this process too: its figures are those of the same database.

const SECRET = "a secret of all cells for tests, long enough";
const be = (name: string | null, secret = SECRET) => overrideEnv({ cell: name ? { name, secret } : undefined });

const enter = createDoor(
  {
    api: async () => {},
    cells: answerCell,
    isKnown: () => false,
    pages: async () => {},
  },
  { dev: false },
);
const server = createServer((request, response) => void enter(request, response));
const origin = () => addressOf(server);
const PATH = "/internal/cells/sums";
const signed = (path = PATH, now?: number, to = "home") => signCall(to, { method: "GET", path, body: "" }, now);

/** Another cell, which believes what was signed for it and nothing else. */
const other = createServer(async (request, response) => {
  const call = { method: request.method!, path: request.url!, body: "" };
  const header = (name: string) => request.headersDistinct[name]?.join();
  if (!isCellCall(call, header, { cell: { name: "east", secret: SECRET } })) return response.writeHead(401).end();
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(await measureCell(system())));
});
const addressOf = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

beforeAll(async () => {
  for (const one of [server, other]) await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => void be("home"));
afterAll(() => {
  be(null);
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
});

const ask = async (headers: Record<string, string>, path = PATH, method = "GET") => {
  const answer = await fetch(`${origin()}${path}`, { method, headers });
  return { status: answer.status, text: await answer.text() };
};

test("a cell tells another how it is doing, and nobody else", async () => {
  const { status, text } = await ask(signed());
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ accounts: expect.any(Number), workerAlive: false });
  be("home", "another secret, which is as long as the one of the cells");
  const ofAnother = signed();
  be("home");
  const refused: [string, Record<string, string>, string?, string?][] = [
    ["without a signature", {}],
    ["signed with another secret", ofAnother],
    ["signed long ago", signed(PATH, Date.now() - 2 * MINUTE)],
    ["signed in the future", signed(PATH, Date.now() + 2 * MINUTE)],
    ["signed for another path", signed("/internal/cells/names")],
    ["signed for another cell", signed(PATH, Date.now(), "east")],
    ["signed for no cell, as before", { ...signed(), "x-cell-signature-2": "" }],
    ["signed for no cell, said anew", { ...signed(), "x-cell-signature-2": signed()["x-cell-signature"]! }],
    ["signed for another method", signed(), PATH, "POST"],
    ["signed without the query", signed(), `${PATH}?a=1`],
    ["with half a signature", { ...signed(), "x-cell-signature-2": signed()["x-cell-signature-2"]!.slice(0, 32) }],
    ["with no signature of that kind", { ...signed(), "x-cell-signature-2": "zz".repeat(32) }],
    ["with no time", { ...signed(), "x-cell-time": "now" }],
  ];
  for (const [what, headers, path, method] of refused) {
    const { status: got, text: words } = await ask(headers, path, method);
    expect([got, words], what).toEqual([401, expect.stringContaining("Only cells of this installation")]);
  }
  for (const path of ["/internal/cells/other", "/internal/cells/"])
    expect((await ask(signed(path), path)).status).toBe(404);
});

test("while cells are upgraded a cell of before knows a call of this version", () => {
  const { "x-cell-time": time, "x-cell-signature": former } = signed();
  const empty = createHash("sha256").digest("hex");
  expect(former).toBe(createHmac("sha256", SECRET).update(`GET\n${PATH}\n${time}\n${empty}`).digest("hex"));
});

test("without cells nothing is there", async () => {
  const headers = signed();
  be(null);
  expect((await ask(headers)).status).toBe(404);
  expect(await sumCells(system())).toMatchObject({ cells: [], missing: [] });
});

test("sums are over all cells that answer, and say which is missing", async () => {
  const { code } = await newAccount({ currency: "EUR" });
  await fundWallet(system(), code, money("12.5"));
  const none = createServer();
  await new Promise<void>((resolve) => none.listen(0, "127.0.0.1", resolve));
  const gone = `http://127.0.0.1:${(none.address() as AddressInfo).port}`;
  none.close();
  await database().prisma.cell.createMany({
    data: [
      { number: 1, name: "home", address: origin() },
      { number: 2, name: "east", address: addressOf(other) },
      { number: 3, name: "gone", address: gone },
    ],
  });
  const { cells, sums, missing } = await sumCells(system());
  expect(cells.map(({ name, isThis, fault }) => [name, isThis, fault])).toEqual([
    ["home", true, null],
    ["east", false, null],
    ["gone", false, "It cannot be reached."],
  ]);
  expect(missing).toEqual(["gone"]);
  expect(sums.accounts).toBe(2 * cells[0]!.figures!.accounts);
  expect(sums.balances.map(({ currency, balance }) => [currency, balance.toNumber()])).toEqual([["EUR", 25]]);
});
