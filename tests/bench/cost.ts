import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { database, one, sql } from "#server/kernel/db.ts";
import type { Load } from "./load.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { microsecondsBelow, microsecondsOf } from "./processor.ts";
import type { Profile } from "./profiled.ts";
import { inWords } from "./rounds.ts";
import { onOwnDatabase } from "./setting.ts";
import { signIn } from "./sign-in.ts";
import { say } from "./table.ts";
import { startWeb, type WebProcess } from "./web-process.ts";
import { costOfDeliveries } from "./webhooks.ts";

// What a request costs in processor time, ours and PostgreSQL's, and where ours goes: valid beside other work, where rates say
// nothing. `npm run bench:cost [--against <another checkout, built>] [--only <part of a row's name>] [--seconds <of a round>]`

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "1" },
    places: { type: "string", default: "22" },
  },
});
const ROUNDS = 5;

await onOwnDatabase(async (setting) => {
  if ("webhook deliveries".includes(values.only)) {
    const costs = await costOfDeliveries(setting, ROUNDS);
    const spread = (of: (cost: (typeof costs)[number]) => number) => inWords(costs.map(of));
    say(
      `\nwebhook deliveries\n  ${spread(({ own }) => own)} µs of ours, ${spread(({ its }) => its)} µs of PostgreSQL, ${spread(({ perSecond }) => perSecond)}/s`,
    );
    if (values.only !== "") return;
  }
  const prepared = await prepare();
  const execArgv = ["--import", join(import.meta.dirname, "profiled.ts")];
  const seconds = Number(values.seconds);
  const web = await startWeb(setting, { port: 3_976, seconds, execArgv });
  const other = values.against ? await startWeb(setting, { port: 3_975, seconds, root: values.against }) : null;
  try {
    for (const [name, what] of await rows(prepared, web))
      if (name.includes(values.only)) await row(name, what, web, other, setting.postgresPid);
  } finally {
    await web.stop();
    await other?.stop();
  }
});

/** The rounds of both, in turn. */
async function row(name: string, what: Partial<Load>, web: WebProcess, other: WebProcess | null, postgresPid: number) {
  const costs: Record<"now" | "other", Cost[]> = { now: [], other: [] };
  await web.load({ ...what, seconds: 2 });
  await other?.load({ ...what, seconds: 2 });
  for (let round = 0; round < ROUNDS; round++) {
    if (other) costs.other.push(await cost(what, other, postgresPid));
    costs.now.push(await cost(what, web, postgresPid));
  }
  say(`\n${name}`);
  for (const [whose, of] of Object.entries(costs))
    if (of.length > 0)
      say(
        `  ${whose}: ${inWords(of.map(({ own }) => own))} µs of ours, ${inWords(of.map(({ its }) => its))} µs of PostgreSQL in ${inWords(
          of.map(({ calls }) => calls),
          2,
        )} transactions, ${inWords(of.map(({ perSecond }) => perSecond))}/s`,
      );
  const { entries, total } = await profile(what, web);
  for (const [where, self] of entries.slice(0, Number(values.places)))
    say(`  ${((100 * self) / total).toFixed(1).padStart(5)} %  ${where}`);
}

type Cost = { own: number; its: number; calls: number; perSecond: number };

async function cost(what: Partial<Load>, { child, load }: WebProcess, postgresPid: number): Promise<Cost> {
  const count = async () => ({
    calls: await transactions(),
    own: microsecondsOf(child.pid!),
    its: microsecondsBelow(postgresPid),
  });
  const before = await count();
  const { requests, perSecond, guardedPerSecond, statuses } = await load(what);
  const after = await count();
  if (Object.keys(statuses).some((status) => status !== "200")) throw new Error(JSON.stringify(statuses));
  return {
    own: Math.round((after.own - before.own) / requests),
    its: Math.round((after.its - before.its) / requests),
    calls: Number(((after.calls - before.calls) / requests).toFixed(2)),
    perSecond: perSecond + guardedPerSecond,
  };
}

async function profile(what: Partial<Load>, { child, load }: WebProcess): Promise<Profile> {
  const told = new Promise<Profile>((resolve) => child.once("message", (profile) => resolve(profile as Profile)));
  child.send("profile");
  await load({ ...what, seconds: 2 });
  child.send("profiled");
  return await told;
}

async function rows(prepared: Prepared, web: WebProcess): Promise<[string, Partial<Load>][]> {
  const { keyOfOne, keysOfHundred, guarded, packageCode, person } = prepared;
  const body = JSON.stringify({ package_id: packageCode, max_unit_price: 5 });
  const order = (keys: string[]): Partial<Load> => ({ method: "POST", path: "/api/v1/orders", keys, body });
  const read = (path: string): Partial<Load> => ({ method: "GET", path, keys: [keyOfOne] });
  await web.load({ ...order([keyOfOne]), seconds: 1 });
  const headers = { authorization: `Bearer ${keyOfOne}` };
  const list = await fetch(`${web.origin}/api/v1/orders?limit=1`, { headers });
  const { reference } = ((await list.json()) as { data: { items: [{ reference: string }] } }).data.items[0];
  const found: [string, Partial<Load>][] = [
    ["empty handler", { method: "GET", path: "/api/ping", keys: [] }],
    ["POST /orders, one account", order([keyOfOne])],
    ["POST /orders, 100 accounts", order(keysOfHundred)],
    ["POST /orders, signed", { ...order([guarded.key]), guarded, onlyGuarded: true }],
    ["GET /orders/{reference}", read(`/api/v1/orders/${reference}`)],
    ["GET /orders/{reference}, signed", { ...read(`/api/v1/orders/${reference}`), guarded, onlyGuarded: true }],
    ["GET /packages?limit=50", read("/api/v1/packages?limit=50")],
    ["GET /orders?limit=50", read("/api/v1/orders?limit=50")],
    ["GET /account/ledger?limit=50", read("/api/v1/account/ledger?limit=50")],
  ];
  if (values.only !== "" && !values.only.includes("portal")) return found;
  const cookie = await signIn(web.origin.replace("127.0.0.1", "localhost"), person, /\/(test|live)$/);
  const page = (path: string): Partial<Load> => ({ method: "GET", path, keys: [], headers: { cookie }, clients: 1 });
  const pages = ["/live", "/live/orders", "/live/esims", "/live/balance"];
  return [...found, ...pages.map((path): [string, Partial<Load>] => [`portal ${path}`, page(path)])];
}

/** Those that were ended; each backend tells of its own once a second. */
async function transactions(): Promise<number> {
  await sleep(1_100);
  const found = await database().query<{ count: number }>(
    sql`select xact_commit as count from pg_stat_database where datname = current_database()`,
  );
  return one(found).count;
}
