import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { join } from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { paced } from "#server/kernel/clock.ts";
import { log } from "#server/kernel/log.ts";
import { SECOND } from "#server/kernel/time.ts";
import { type Child, keepChild } from "./child.ts";
import type { Front } from "./front.ts";
import { askable, asksOfOthers, tellOfOthers } from "./share-metrics.ts";
import { StartError } from "./start-error.ts";
import type { FromMain, ToMain } from "./start-web.ts";

const SCRIPT = join(import.meta.dirname, "../web.ts");
const LOOK_EVERY_MS = SECOND;
/** Looks in a row without a sign of life: it is ended, and another one is started. One that starts has much to read first. */
const MOST_SILENT = { up: 15, starting: 120 };

type Options = {
  count: number;
  environment(): NodeJS.ProcessEnv;
  /** What each of them runs. */
  script?: string;
  /** They cannot go on: one of them does not come up any more. */
  onGivenUp(reason: string): void;
};

const isUp = (message: unknown) => (message as ToMain).type === "up";

/** Those who answer, and what all of them are told. */
type SeveralWebs = Front & Pick<Child, "send">;

/**
 * Several processes that take the connections of one port. This one holds it for them, keeps them running, and counts for them
 * what is limited.
 */
export function severalWebs({ count, environment, script = SCRIPT, onGivenUp }: Options): SeveralWebs {
  // All of them take from one queue. Handed over by this process, a connection would be lost with one that ends or stands still.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  new RateLimiterClusterMaster();
  let percent = 100;
  let kept: Child[] | undefined;
  let reason: string | undefined;
  const webs = Array.from({ length: count }, (_, i) => newWeb(`web-${i + 1}`));
  const watch = setInterval(() => {
    for (const web of webs) web.look();
  }, LOOK_EVERY_MS).unref();

  function newWeb(name: string) {
    let child: ChildProcess | undefined;
    let phase: keyof typeof MOST_SILENT = "starting";
    let silent = 0;
    const shown = Promise.withResolvers<void>();
    const send = (message: object) => void (child?.connected && child.send(message));
    const metrics = askable(() => (phase === "starting" ? undefined : { send }));
    const launch = () => {
      phase = "starting";
      silent = 0;
      cluster.setupPrimary({ exec: script, args: [name] });
      child = cluster.fork(environment()).process;
      send({ type: "pages", percent } satisfies FromMain);
      return child;
    };
    const onMessage = (message: unknown) => {
      silent = 0;
      metrics.take(message);
      if (isUp(message)) phase = "up";
      if ((message as ToMain).type === "shown") shown.resolve();
      if (asksOfOthers(message))
        void tellOfOthers(
          { send },
          webs.filter((web) => web.name !== name).map((web) => web.metrics),
        );
    };
    return {
      ...{ name, metrics, send, shown: shown.promise },
      keep: () =>
        keepChild({
          ...{ name, launch, onMessage, isUp },
          onGivenUp(how) {
            reason = `The process ${name} cannot be kept running (${how}). What it said itself is above.`;
            if (kept) onGivenUp(reason);
          },
        }),
      look() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        if (++silent <= paced(MOST_SILENT[phase])) return send({ type: "there?" } satisfies FromMain);
        log().error({ child: name, phase }, "a child process says nothing any more and is ended");
        child.kill("SIGKILL");
      },
    };
  }

  const send = (message: object) => {
    for (const web of webs) web.send(message);
  };
  return {
    send,
    async listen() {
      kept = await Promise.all(webs.map((web) => web.keep()));
      if (reason !== undefined) throw new StartError(reason);
    },
    progress(share) {
      percent = share;
      send({ type: "pages", percent: share } satisfies FromMain);
    },
    async show() {
      percent = 100;
      send({ type: "pages", percent } satisfies FromMain);
      if (kept) await Promise.all(webs.map((web) => web.shown));
    },
    async drain() {
      await Promise.all(kept?.map((child) => child.stop()) ?? []);
      clearInterval(watch);
    },
  };
}
