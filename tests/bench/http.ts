import { anonymousFlood } from "./anonymous-flood.ts";
import { startCollector } from "./collector.ts";
import type { Counted, Load } from "./load.ts";
import type { Prepared } from "./prepare.ts";
import { microsecondsOf } from "./processor.ts";
import { inWords, ROUNDS, spreadOf } from "./rounds.ts";
import type { Setting } from "./setting.ts";
import { shopPages } from "./shop-page.ts";
import { signIn } from "./sign-in.ts";
import { add } from "./table.ts";
import { startWeb, type WebProcess } from "./web-process.ts";

const PORT = 3_977;

/** A web process under load from another process, against an empty route handler of the same build. */
export async function http(prepared: Prepared, setting: Setting, seconds: number): Promise<void> {
  const { one, keyOfOne, keysOfHundred, guarded, packageCode, person } = prepared;
  const web = await startWeb(setting, { port: PORT, seconds });
  const { load } = web;
  try {
    const order = JSON.stringify({ package_id: packageCode, max_unit_price: 5 });
    const reference = await anOrder(keyOfOne, order);
    const read = (path: string): Partial<Load> => ({ method: "GET", path, keys: [keyOfOne] });
    const place = (keys: string[]): Partial<Load> => ({ method: "POST", path: "/api/v1/orders", keys, body: order });
    const cases: Case[] = [
      ["POST /orders, live, one account", 1.4, place([keyOfOne])],
      ["POST /orders, live, 100 accounts", 1.5, place(keysOfHundred)],
      ["POST /orders, live, 100 accounts, a client each", 1.5, { ...place(keysOfHundred), clients: 100 }],
      ["GET /orders/{reference}", 4, read(`/api/v1/orders/${reference}`)],
      ["GET /packages?limit=50", 2.5, read("/api/v1/packages?limit=50")],
      ["GET /orders?limit=50", 1.5, read("/api/v1/orders?limit=50")],
      ["GET /account/ledger?limit=50", 1.5, read("/api/v1/account/ledger?limit=50")],
    ];
    await shopPages(one, web.origin, load, add);
    await againstEmpty(cases, load);
    await traced([cases[0]!, cases[3]!], web, setting, seconds);
    await operations(read, reference, load);
    await anonymousFlood(read(`/api/v1/orders/${reference}`), load);
    await portalPages(person, web);
    for (const [figure, what] of [
      ["POST /orders", place([keyOfOne])],
      ["GET /orders/{reference}", read(`/api/v1/orders/${reference}`)],
      ["GET /packages?limit=50", read("/api/v1/packages?limit=50")],
    ] as const)
      await compare(figure, { ...what, guarded, clients: 1 }, load);
  } finally {
    await web.stop();
  }
}

type Case = [figure: string, wanted: number, what: Partial<Load>];
type Run = WebProcess["load"];

const failures = (all: Counted[]): string => {
  const other = all.filter(({ statuses }) => Object.keys(statuses).some((status) => status !== "200"));
  return other.length > 0 ? ` ${JSON.stringify(other.map(({ statuses }) => statuses))}` : "";
};

/** Each with an empty handler before and after it, in every round, that as many clients ask. */
async function againstEmpty(cases: Case[], load: Run): Promise<void> {
  const empty = ({ clients }: Partial<Load>): Partial<Load> => ({
    method: "GET",
    path: "/api/ping",
    keys: [],
    ...(clients && { clients }),
  });
  for (const what of [empty({}), ...cases.map(([, , what]) => what)]) await load({ ...what, seconds: 1 });
  const rounds = cases.map(() => ({ got: [] as Counted[], ratios: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    let before: Counted | undefined;
    let clients: number | undefined;
    for (const [i, [, , what]] of cases.entries()) {
      if (!before || clients !== what.clients) before = await load(empty(what));
      const got = await load(what);
      const after = await load(empty(what));
      rounds[i]!.got.push(got);
      rounds[i]!.ratios.push((2 * got.perSecond) / (before.perSecond + after.perSecond));
      before = after;
      clients = what.clients;
    }
  }
  cases.forEach(([figure, wanted], i) => {
    const { got, ratios } = rounds[i]!;
    const middle = (of: (counted: Counted) => number) => spreadOf(got.map(of)).median;
    add(
      figure,
      `${inWords(got.map(({ perSecond }) => perSecond))}/s, p50 ${middle(({ p50 }) => p50)} ms, p99 ${middle(({ p99 }) => p99)} ms${failures(got)}`,
      `an empty Next.js handler: ${inWords(ratios, 2)}`,
      failures(got) ? 0 : spreadOf(ratios).median,
      wanted,
    );
  });
}

/** A tenth of all requests traced, and sent to a collector, against none. */
async function traced(cases: Case[], untraced: WebProcess, setting: Setting, seconds: number): Promise<void> {
  const collector = await startCollector();
  const web = await startWeb(setting, {
    port: PORT + 2,
    seconds,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.1",
    },
  });
  try {
    for (const [figure, , what] of cases) {
      await web.load({ ...what, seconds: 1 });
      const ratios: number[] = [];
      const got: Counted[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const without = await untraced.load(what);
        const sampled = await web.load(what);
        got.push(without, sampled);
        ratios.push(sampled.perSecond / without.perSecond);
      }
      add(
        `${figure}, a tenth traced`,
        `ratios ${inWords(ratios, 2)}${failures(got)}`,
        "none traced",
        spreadOf(ratios).median,
        0.92,
      );
    }
  } finally {
    await web.stop();
    collector.close();
  }
}

/** The same request with a key that has everything (signature, allowlist, few scopes) and with a plain one, in turn. */
async function compare(figure: string, what: Partial<Load>, load: Run): Promise<void> {
  const rounds: Counted[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load(what));
  const ratios = rounds.map(({ p50, guardedP50 }) => p50 / guardedP50);
  const failed = failures(rounds);
  add(
    `${figure}, signed, allowlist`,
    `p50 ${inWords(
      rounds.map(({ guardedP50 }) => guardedP50),
      2,
    )} ms${failed}`,
    `p50 with a plain key: ${inWords(ratios, 2)}`,
    failed ? 0 : spreadOf(ratios).median,
    0.85,
  );
}

async function anOrder(key: string, body: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": "bench-first",
  };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/orders`, { method: "POST", headers, body });
  return ((await answer.json()) as { data: { reference: string } }).data.reference;
}

/** Of the processor, for a page with its lists. */
const PAGE_MS = 30;

/** Rendered anew for each request, with the session and the lists read for it. */
async function portalPages(person: Prepared["person"], { child, load }: WebProcess): Promise<void> {
  for (const path of ["/live", "/live/orders", "/live/esims", "/live/balance"]) {
    // A session may ask for so many pages a minute.
    const cookie = await signIn(`http://localhost:${PORT}`, person, /\/(test|live)$/);
    const page: Partial<Load> = { method: "GET", path, keys: [], headers: { cookie }, clients: 1, seconds: 2 };
    await load({ ...page, seconds: 1 });
    const rounds: (Counted & { processorMs: number })[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = microsecondsOf(child.pid!);
      const got = await load(page);
      rounds.push({ ...got, processorMs: (microsecondsOf(child.pid!) - before) / got.requests / 1_000 });
    }
    const processor = rounds.map(({ processorMs }) => processorMs);
    add(
      `portal page ${path}`,
      `${inWords(processor, 1)} ms of the processor, p50 ${inWords(rounds.map(({ p50 }) => p50))} ms${failures(rounds)}`,
      `${PAGE_MS} ms`,
      PAGE_MS / spreadOf(processor).median,
      1,
    );
  }
}

type Read = (path: string) => Partial<Load>;

/** What else a reseller's program asks for, one after another. */
async function operations(
  read: Read,
  reference: string,
  load: (what: Partial<Load>) => Promise<Counted>,
): Promise<void> {
  const paths = ["/packages/bench-7", "/countries", "/esims?limit=50", "/account", "/account/balance"];
  paths.push("/usage", "/webhooks", "/brand", "/meta/capabilities", `/orders/${reference}`);
  for (const path of paths) {
    const { perSecond, p50, p99, statuses } = await load({ ...read(`/api/v1${path}`), seconds: 1 });
    const failed = Object.keys(statuses).some((status) => status !== "200");
    add(
      `GET ${path.replace(reference, "{reference}")}`,
      `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms${failed ? ` ${JSON.stringify(statuses)}` : ""}`,
      "",
      null,
      null,
    );
  }
}
