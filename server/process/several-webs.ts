import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { join } from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { type Child, keepChild } from "./child.ts";
import type { Front } from "./front.ts";
import { askable, asksOfOthers, tellOfOthers } from "./share-metrics.ts";
import { StartError } from "./start-error.ts";
import type { FromMain, ToMain } from "./start-web.ts";
import { MOST_SILENT } from "./watch-child.ts";

const SCRIPT = join(import.meta.dirname, "../web.ts");

type Options = {
  count: number;
  environment(): NodeJS.ProcessEnv;
  /** What each of them runs. */
  script?: string;
  mostSilent?: typeof MOST_SILENT;
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
export function severalWebs(options: Options): SeveralWebs {
  const { count, environment, script = SCRIPT, mostSilent = MOST_SILENT, onGivenUp } = options;
  // All of them take from one queue. Handed over by this process, a connection would be lost with one that ends or stands still.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  new RateLimiterClusterMaster();
  let percent = 100;
  let kept: Child[] | undefined;
  let reason: string | undefined;
  const webs = Array.from({ length: count }, (_, i) => newWeb(`web-${i + 1}`));

  function newWeb(name: string) {
    let child: ChildProcess | undefined;
    let answers = false;
    const shown = Promise.withResolvers<void>();
    const send = (message: object) => void (child?.connected && child.send(message));
    const metrics = askable(() => (answers ? { send } : undefined));
    const launch = () => {
      answers = false;
      cluster.setupPrimary({ exec: script, args: [name] });
      child = cluster.fork(environment()).process;
      send({ type: "pages", percent } satisfies FromMain);
      return child;
    };
    const onMessage = (message: unknown) => {
      metrics.take(message);
      if (isUp(message)) answers = true;
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
          ...{ name, launch, onMessage, isUp, mostSilent },
          onGivenUp(how) {
            reason = `The process ${name} cannot be kept running (${how}). What it said itself is above.`;
            if (kept) onGivenUp(reason);
          },
        }),
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
    },
  };
}
