import { setTimeout as sleep } from "node:timers/promises";
import { paced } from "#server/kernel/clock.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { copyPartitions, copySequenceValues, wakeTriggers } from "./catalogue.ts";
import { checkBoth } from "./check.ts";
import { type Comparison, compareAhead, compareRest } from "./compare.ts";
import { fenceSource, markMoved, openCluster, openTarget, readSource, reopen, takeTarget, takeTurn } from "./fence.ts";
import * as others from "./others.ts";
import { prepareTarget, requireFree, requireSameSchema } from "./prepare-target.ts";
import * as replica from "./replicate.ts";
import { clusterOf, openServer, type Server } from "./servers.ts";

/**
 * @property from the source's own address, not one that follows the primary
 * @property to the target's own address
 * @property fromThere where the target's server finds the source, if not at `from`
 * @property switchOver leads the service's address to the target; may be asked twice
 */
export type Move = {
  from: string;
  to: string;
  fromThere?: string | undefined;
  switchOver?: (() => Promise<void>) | undefined;
};

/**
 * @property pauseMs nobody could write for so long; null when it had moved before
 * @property rows compared on both sides
 * @property told what is to be done elsewhere
 */
export type Moved = { pauseMs: number | null; switchMs: number | null; rows: number; told: string[] };

/** The pause ends by itself, and the source goes on, when the target has not come so far. */
const PAUSE_MS = 10 * SECOND;
/** The pause begins when the target is this close. */
const CLOSE_MS = 500;
const CLOSE_TRIES = 600;
/** A server that died in the pause is waited for. */
const GO_ON_MS = MINUTE;

type Both = {
  move: Move;
  watch: replica.Watch;
  source: Server;
  target: Server;
  cluster: Server;
  targetCluster: Server;
};

/**
 * Moves the database from one cluster to another while the service works. Again: goes on where it was, by what the two databases
 * say. Until the source says that it has moved, whatever fails leaves it open.
 */
export async function moveDatabase(move: Move, watch: replica.Watch): Promise<Moved> {
  const opened: Server[] = [];
  const open = async (made: Promise<Server>): Promise<Server> => {
    const server = await made;
    opened.push(server);
    return server;
  };
  try {
    const cluster = await open(openCluster(move.from));
    const targetCluster = await open(openCluster(move.to));
    await takeTurn(cluster);
    await takeTarget(targetCluster);
    const { movedTo } = await readSource(cluster, move.from);
    if (movedTo !== null) return await finish(move, watch, movedTo, cluster, await open(openServer(move.to)));
    // Of a move that died in the pause: the service goes on first.
    await reopen(cluster, move.from);
    const [source, target] = [await open(openServer(move.from)), await open(openServer(move.to))];
    await others.resumeSubscriptions(source);
    const both = { move, watch, source, target, cluster, targetCluster };
    await copy(both);
    const compared = await compareAhead(source, target);
    watch.say(`${compared.rows} rows are the same on both sides; the pause begins`);
    return await moveOver(both, compared, open);
  } finally {
    await Promise.all(opened.map((server) => server.close()));
  }
}

const nameOf = async (server: Server): Promise<string> => `${server.place} (cluster ${await clusterOf(server)})`;

/** Everything up to the pause: the target has all rows, follows, and is close behind. */
async function copy({ move, watch, source, target, targetCluster }: Both): Promise<void> {
  const from = await nameOf(source);
  const isHalfDone = (await requireFree(target, from)) === "half done";
  if (isHalfDone && (await replica.isFollowing(source, target))) {
    watch.say("a copy is under way, and goes on");
    await replica.resume(target);
  } else {
    if (!isHalfDone) await requireNoOther(source, target);
    await replica.unsubscribe(source, target);
    for (const note of await checkBoth(source, target)) watch.say(note);
    await others.requireFollowers(source);
    watch.say(`the target gets the schema of ${source.place}`);
    await prepareTarget(source, target, targetCluster, from);
    await replica.publish(source, target);
    // Those that were made until then; from here on there are none.
    await copyPartitions(source, target);
    await replica.subscribe(source, target, move.fromThere ?? move.from);
  }
  await replica.awaitCopy(source, target, watch);
  await others.copyOthers(source, target);
  for (let tries = 1; (await replica.awaitMark(source, target, watch, Number.POSITIVE_INFINITY)) > CLOSE_MS; tries++)
    if (tries === CLOSE_TRIES) throw new Error("The target does not come close to the source: it writes too slowly.");
  await requireSameSchema(source, target);
  await others.requireFollowers(source);
}

/** A target that was begun and is given up has to be told: it holds a copy that nobody would end. */
async function requireNoOther(source: Server, target: Server): Promise<void> {
  const [known] = await source.rows("select where to_regclass('moves') is not null");
  const begun = known ? await replica.readMove(source) : null;
  if (begun && begun.to !== target.place)
    throw new Error(
      `A move to ${begun.to} has begun and not ended, and --to is ${target.place}: end that one, or undo it first with --abort --to ${begun.to}.`,
    );
}

async function moveOver(
  both: Both,
  compared: Comparison,
  open: (made: Promise<Server>) => Promise<Server>,
): Promise<Moved> {
  const { move, watch, source, target, cluster } = both;
  const holder = await open(openServer(move.from));
  for (const server of [source, target]) await server.rows(`set statement_timeout = ${PAUSE_MS}`);
  const began = performance.now();
  let rows: number;
  try {
    await others.haltSubscriptions(source, PAUSE_MS);
    await fenceSource(cluster, source, holder);
    watch.say("the source is closed");
    await replica.awaitMark(source, target, watch, PAUSE_MS);
    watch.say("everything has arrived");
    await copySequenceValues(source, target);
    rows = await compareRest(source, target, compared);
    await requireSameSchema(source, target);
    await wakeTriggers(source, target);
    await others.awaitFollowers(source, PAUSE_MS);
    await others.openSlots(source, target);
    await others.takeOverSubscriptions(source, target);
    watch.say("the target is the same");
  } catch (error) {
    await goOn(cluster, source, move.from, watch);
    throw error;
  }
  await markMoved(source, target, await clusterOf(target)).catch((error: Error) => {
    throw new Error(
      `It is not known whether the source says that it has moved: run the command again (${error.message}).`,
      {
        cause: error,
      },
    );
  });
  await openTarget(target).catch((error: Error) => {
    throw new Error(`The source has moved and the target is not open yet: run the command again (${error.message}).`, {
      cause: error,
    });
  });
  const pauseMs = Math.round(performance.now() - began);
  watch.say(`the target is open after ${pauseMs} ms`);
  const switchMs = await switchOver(move, watch, began);
  await holder.close();
  await others.dropSubscriptions(source);
  await replica.unpublish(source);
  await replica.unsubscribe(cluster, target);
  return { pauseMs, switchMs, rows, told: await others.listUntold(target) };
}

/** The source goes on as before; over new connections where they are lost, and again while its server is away. */
async function goOn(cluster: Server, source: Server, url: string, { say }: replica.Watch): Promise<void> {
  const attempt = async (there: Server, here: () => Promise<Server>) => {
    await reopen(there, url);
    await others.resumeSubscriptions(await here());
  };
  const anew = async () => {
    const there = await openCluster(url);
    let here: Server | undefined;
    try {
      await attempt(there, async () => {
        here = await openServer(url);
        return here;
      });
    } finally {
      await Promise.all([there.close(), here?.close()]);
    }
  };
  let fault = await attempt(cluster, async () => source).then(() => null, asError);
  for (const end = Date.now() + paced(GO_ON_MS); fault && Date.now() < end; await sleep(paced(SECOND)))
    fault = await anew().then(() => null, asError);
  if (fault) say(`THE SOURCE IS STILL CLOSED: run the command again, or with --abort (${fault.message})`);
  else say("the source is open again");
}

const asError = (error: Error): Error => error;

/** Whatever address the cluster has: both are of `nameOf`. */
const isSamePlace = (one: string, other: string): boolean => one.replace(/^.*\//, "") === other.replace(/^.*\//, "");

/** It moved, and what came behind was cut off. */
async function finish(
  move: Move,
  watch: replica.Watch,
  movedTo: string,
  cluster: Server,
  target: Server,
): Promise<Moved> {
  const there = await nameOf(target);
  if (!isSamePlace(movedTo, there)) throw new Error(`The source has moved to ${movedTo}, and --to is ${there}.`);
  if (await replica.readMove(target)) await openTarget(target);
  watch.say("the target is open");
  const switchMs = await switchOver(move, watch, performance.now());
  // Nobody is let in there any more, so that a publication may stay in it.
  await replica.unsubscribe(cluster, target);
  return { pauseMs: null, switchMs, rows: 0, told: await others.listUntold(target) };
}

async function switchOver(move: Move, watch: replica.Watch, began: number): Promise<number | null> {
  if (!move.switchOver) return null;
  try {
    await move.switchOver();
  } catch (error) {
    throw new Error(
      `The database has moved and is open at the target, but the address was not switched: ${(error as Error).message}. Lead it there by hand, or run the command again.`,
      { cause: error },
    );
  }
  const ms = Math.round(performance.now() - began);
  watch.say(`the address leads to the target after ${ms} ms`);
  return ms;
}
