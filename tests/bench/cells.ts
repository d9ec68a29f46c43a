import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { until } from "#tests/support/until.ts";
import { prepare, scaled } from "./each-operation.ts";
import { onFourCells, type Place, settle } from "./four-cells.ts";
import { say } from "./table.ts";

// What each operation costs in the only installation and in each of four cells, all databases of one PostgreSQL on one machine, in
// turns: `npm run scale:cells`, of accounts of 1,000 orders; `npm run scale:cells -- 0.1` of 10,000.

const SHARE = Number(process.env.SHARE ?? process.argv[2] ?? 0.01);
const ROUNDS = 40;
const RUNS = 3;
/** A share; single operations are noisier than their sum. */
const MOST_APART = 0.05;

type Told = { names: string[] } | { times: number[] };

/** One installation: fills its account, and times what it is asked for. */
async function answer(place: Place): Promise<void> {
  settle(place);
  const { ask, requests } = await prepare(
    scaled(SHARE),
    () => {},
    (id) => claimKeys(place, id),
  );
  const tell = (told: Told) => process.send!(told);
  process.on("message", async (i: number) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await ask(requests[i]!));
    tell({ times });
  });
  tell({ names: requests.map(({ name }) => name) });
}

/** Keys that are written into a cell by a statement are claimed by one. */
async function claimKeys({ number, homeUrl }: Place, accountId: number): Promise<void> {
  if (number === 1) return;
  const home = openDatabase(homeUrl, 1);
  await home.query(sql`
    insert into cell_names (kind, name, cell) select 'key', left(md5(${`${accountId}-`} || i), 8), ${number}::int from generate_series(1, 5) i`);
  await home.close();
  await until(async () => (await database().prisma.cellName.count({ where: { number } })) >= 5);
}

async function compare(): Promise<void> {
  const children: ChildProcess[] = [];
  const start = async (place: Place): Promise<{ child: ChildProcess; names: string[] }> => {
    const child = fork(import.meta.filename, [], {
      env: { ...process.env, PLACE: JSON.stringify(place), SHARE: String(SHARE) },
    });
    children.push(child);
    return { child, names: (await next<{ names: string[] }>(child)).names };
  };
  await onFourCells([], async ({ another, home, makeOthers }) => {
    try {
      const alone = await start(await another("alone"));
      const cells = [await start(home)];
      for await (const place of makeOthers()) cells.push(await start(place));
      const all = [alone, ...cells].map(({ child }) => child);
      report(alone.names, await measure(all, alone.names.length));
    } finally {
      for (const child of children) child.kill();
    }
  });
}

async function next<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const [told] = await Promise.race([
    once(child, "message", { signal: ended.signal }),
    once(child, "exit", { signal: ended.signal }).then(([code]) => {
      throw new Error(`A measuring process ended with ${code}.`);
    }),
  ]).finally(() => ended.abort());
  return told as T;
}

/** Milliseconds: by place and operation, all that was measured, each operation at all places before the next one. */
async function measure(children: ChildProcess[], operations: number): Promise<number[][][]> {
  const times = children.map(() => Array.from({ length: operations }, () => [] as number[]));
  for (let round = -1; round < ROUNDS; round++)
    for (let i = 0; i < operations; i++)
      for (let turn = 0; turn < children.length; turn++) {
        const at = (turn + round + children.length) % children.length;
        const answered = next<{ times: number[] }>(children[at]!);
        children[at]!.send(i);
        // The first round prepares statements.
        if (round >= 0) times[at]![i]!.push(...(await answered).times);
        else await answered;
      }
  return times;
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

function report(names: string[], [alone, ...cells]: number[][][]): void {
  say(`\n| operation, p50 in ms | the only one | each of ${cells.length} cells | cells : only one |`);
  say("|---|---|---|---|");
  const sums = { one: 0, four: 0 };
  const line = (name: string, one: number, four: number[]) =>
    say(
      `| ${name} | ${one.toFixed(2)} | ${four.map((time) => time.toFixed(2)).join(", ")} | ${(mean(four) / one).toFixed(2)} |`,
    );
  for (const [i, name] of names.entries()) {
    const four = cells.map((times) => median(times[i]!));
    const one = median(alone![i]!);
    sums.one += one;
    sums.four += mean(four);
    line(name, one, four);
  }
  const ratio = sums.four / sums.one;
  if (Math.abs(ratio - 1) > MOST_APART) process.exitCode = 1;
  say(
    `| all together | ${sums.one.toFixed(2)} | ${sums.four.toFixed(2)} | ${ratio.toFixed(3)}: ${process.exitCode ? "MISSED" : "ok"} |`,
  );
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

if (process.send) await answer(JSON.parse(process.env.PLACE!) as Place);
else await compare();
