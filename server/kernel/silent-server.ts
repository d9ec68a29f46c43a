import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOOK_EVERY_MS = 500;
/** Statements wait, and none was answered for this long: the server is asked whether it is there. */
const SUSPECT_AFTER_MS = 2_500;
const ANSWER_WITHIN_MS = 1_500;

export type Guard = {
  /**
   * @param work asks the server for something
   * @param late gets what comes when nobody waits for it any more
   */
  wait<T>(work: () => Promise<T>, late?: (value: T) => void): Promise<T>;
  end(): void;
};

/**
 * A server that takes connections and statements and answers none, because it is frozen or the way to it is cut, would hold
 * each request for as long as a connection and a statement may take, one after the other. So whoever waits for it is told
 * when it is silent, and others at once, until it answers again. A server that is only busy answers when it is asked.
 */
export function guardAgainstSilence(client: pg.ClientConfig): Guard {
  const waiting = new Set<() => void>();
  let answeredAt = 0;
  let isSilent = false;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    let askedAt = performance.now();
    // A process that was itself held up may have missed the answer; one to somebody else counts as well.
    while (!(await answers(client)) && answeredAt < askedAt) {
      isSilent = true;
      for (const giveUp of waiting) giveUp();
      waiting.clear();
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
      askedAt = performance.now();
    }
    [isSilent, isAsking, answeredAt] = [false, false, performance.now()];
  }

  const timer = setInterval(() => {
    if (!isAsking && waiting.size > 0 && performance.now() - answeredAt > SUSPECT_AFTER_MS) void ask();
  }, LOOK_EVERY_MS).unref();

  return {
    wait: (work, late) =>
      new Promise((resolve, reject) => {
        if (isSilent) return reject(silence());
        if (waiting.size === 0) answeredAt = performance.now();
        const giveUp = () => reject(silence());
        waiting.add(giveUp);
        work().then(
          (value) => {
            answeredAt = performance.now();
            if (waiting.delete(giveUp)) resolve(value);
            else late?.(value);
          },
          (error) => {
            waiting.delete(giveUp);
            reject(error);
          },
        );
      }),
    end: () => clearInterval(timer),
  };
}

/** As the driver says it: what became of the statement is not known. */
const silence = () => new Error("Query read timeout: the database does not answer");

/** Where there is time, everything is waited for. */
export const patience: Guard = { wait: (work) => work(), end: () => {} };

/** Whether it answers who comes anew. */
export async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    // Without a farewell, for which it would wait.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}
