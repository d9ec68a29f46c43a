import { AsyncLocalStorage } from "node:async_hooks";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";
import { Agent } from "undici";
import { type Database, openDatabase } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";

/**
 * A life of a process that ends before one of its awaits: everything that it asks of the database and of others over HTTP
 * counts. At the chosen point its connections break, as they do when a process dies, and nothing that it still begins
 * happens. "After a statement" is "before the next one": one point between any two of them is every place to die at.
 */
type Life = { at: number | string; points: string[]; dead: boolean; connections: Set<pg.Client>; die(): void };

export type Lived<T> = { died: boolean; points: string[]; result: T | undefined };

let life: Life | null = null;
/** Whose life something belongs to, also after its end. */
const lives = new AsyncLocalStorage<Life>();
const hooked = new WeakSet<object>();

/** Whether this is the end. */
function reach(point: string): boolean {
  if (!life || life.dead) return true;
  life.points.push(point);
  if (typeof life.at === "number" ? life.points.length <= life.at : !point.includes(life.at)) return false;
  life.dead = true;
  for (const { connection } of life.connections as Set<pg.Client & { connection: { stream: { destroy(): void } } }>)
    connection.stream.destroy();
  life.die();
  return true;
}

/**
 * Lets `work` live with a database of its own until its point number `at` (from 0), or the first one whose words `at` is in.
 * Returns when it has died, or was over before that. Nothing else may use the network or open connections to the database meanwhile.
 */
export async function liveUntil<T>(at: number | string, work: (db: Database) => Promise<T>): Promise<Lived<T>> {
  hook();
  const death = Promise.withResolvers<void>();
  const own: Life = { at, points: [], dead: false, connections: new Set(), die: death.resolve };
  life = own;
  let result: T | undefined;
  const db = openDatabase(env().databaseUrl!, 5);
  const lived = lives
    .run(own, () => work(db))
    .then((value) => {
      if (!own.dead) result = value;
    });
  // What the dead do is of no interest.
  lived.catch(() => {});
  try {
    await Promise.race([lived, death.promise]);
  } finally {
    life = null;
    if (own.dead) for (const connection of own.connections) buried.add(connection);
    else await db.close();
  }
  return { died: own.dead, points: own.points, result };
}

/** Connections of lives that are over: what they still begin does not happen. */
const buried = new WeakSet<pg.Client>();

function hook(): void {
  if (hooked.has(pg.Client)) return;
  hooked.add(pg.Client);
  // biome-ignore lint/suspicious/noExplicitAny: methods of many shapes, passed on as they are.
  type Method = (this: any, ...args: any[]) => any;
  const replace = (target: object, name: string, make: (original: Method) => Method) => {
    const methods = target as Record<string, Method>;
    methods[name] = make(methods[name]!);
  };
  /** As a broken connection answers: what processes share in a test, such as what they hold in memory, learns of it. */
  const refuse = (args: unknown[]) => {
    const error = new Error("Connection terminated: the process is dead");
    const done = args.at(-1);
    if (typeof done !== "function") return Promise.reject(error);
    process.nextTick(done as () => void, error);
    return undefined;
  };

  replace(
    pg.Client.prototype,
    "connect",
    (original) =>
      function (...args) {
        if (lives.getStore()?.dead) return refuse(args);
        if (life) life.connections.add(this);
        return original.apply(this, args);
      },
  );
  replace(
    pg.Client.prototype,
    "query",
    (original) =>
      function (...args) {
        if (buried.has(this)) return refuse(args);
        if (!life?.connections.has(this)) return original.apply(this, args);
        if (isPartOfNext(args[0], life) || unanswered.has(this))
          return life.dead ? refuse(args) : original.apply(this, args);
        const text = textOf(args[0]);
        if (reach(`sql ${text}`)) return refuse(args);
        const answer = original.apply(this, args);
        if (!(answer instanceof Promise) || text.startsWith("begin")) return answer;
        unanswered.add(this);
        return answer.finally(() => unanswered.delete(this));
      },
  );
  const seen = new WeakSet<object>();
  replace(
    Object.getPrototypeOf(Agent.prototype),
    "dispatch",
    (original) =>
      function (options, handler) {
        // An agent passes a call on to a pool, which is the same call. What a test asks of a simulator is no part of the life.
        if (!life || seen.has(options) || options.path === "/control") return original.call(this, options, handler);
        seen.add(options);
        return reach(`http ${options.method} ${options.path}`) ? true : original.call(this, options, handler);
      },
  );
  replace(
    http,
    "request",
    (original) =>
      function (...args) {
        if (life && reach("http request")) throw new Error("The process is dead.");
        return original.apply(this, args);
      },
  );
  syncBuiltinESMExports();
}

/** Whose last statement is on its way: what is sent behind it, which is its commit where a pooler is, goes with it. */
const unanswered = new WeakSet<pg.Client>();

/** Through a pooler what begins a transaction goes out with its limits, and is counted with the statement behind it. */
const isPartOfNext = (statement: unknown, { at }: Life): boolean =>
  typeof at === "number" && String((statement as { text?: string }).text ?? statement).startsWith("begin; set local");

/** A model's statement is named as one of ours would be. */
const textOf = (statement: unknown): string =>
  String((statement as { text?: string })?.text ?? statement)
    .trim()
    .replace(/\s+/g, " ")
    .replace(/"public"\."(\w+)"/g, "$1")
    .replace(/^(?:INSERT INTO|UPDATE|DELETE FROM|SELECT)/, (verb) => verb.toLowerCase())
    .slice(0, 400);
