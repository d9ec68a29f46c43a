import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#server/kernel/time.ts";
import type { NoticeMode } from "./modes.ts";

/** Notices with the same key arrive in the order in which they were sent. `url`: instead of the supplier's one address. */
export type Notice = { key: string; body: object; url?: string | null };

/** Headers that go with a body, such as its signature. */
type HeadersOf = (text: string) => Record<string, string>;

export type WebhookSender = {
  /** Returns at once. */
  send(notice: Notice, mode: NoticeMode | null): void;
  /** When everything that was sent has arrived or was given up, what is held back included. */
  settled(): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 5 * SECOND;
const TRIES = 3;
const PAUSE_MS = SECOND;
/** How long a reordered notice waits for a later one to overtake it. */
const HELD_MS = 10 * SECOND;
/** With a receiver that is down, more than this is lost instead of kept in memory. */
const MAX_WAITING = 20_000;

/** Webhooks go out beside everything else: a receiver that is slow, broken or away holds nothing up. */
export function openWebhookSender(urlNow: () => string | null, headersOf: HeadersOf = () => ({})): WebhookSender {
  const queues = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let waiting = 0;
  let held: { notice: Notice; timer: NodeJS.Timeout } | null = null;

  const enqueue = ({ key, body, url }: Notice): Promise<void> => {
    if (waiting >= MAX_WAITING) return Promise.resolve();
    waiting += 1;
    const text = JSON.stringify(body);
    const post = async () => {
      const address = url ?? urlNow();
      return address === null || (await postNotice(address, text, closing.signal, headersOf(text)));
    };
    const delivered = (queues.get(key) ?? Promise.resolve()).then(() => deliver(post, closing.signal));
    const done = delivered
      .catch(() => {})
      .then(() => {
        waiting -= 1;
        if (queues.get(key) === done) queues.delete(key);
      });
    queues.set(key, done);
    return done;
  };
  const release = (): Notice | null => {
    if (!held) return null;
    clearTimeout(held.timer);
    const { notice } = held;
    held = null;
    return notice;
  };

  return {
    send(notice, mode) {
      if (mode === "lost" || closing.signal.aborted) return;
      const overtaken = release();
      if (mode === "reordered" && !overtaken) {
        const timer = setTimeout(() => void enqueue(release() ?? notice), HELD_MS).unref();
        held = { notice, timer };
        return;
      }
      const sent = enqueue(notice);
      if (mode === "duplicate") void enqueue(notice);
      if (overtaken) void sent.then(() => enqueue(overtaken));
    },
    async settled() {
      const late = release();
      if (late) void enqueue(late);
      while (queues.size > 0) await Promise.all(queues.values());
    },
    close() {
      release();
      closing.abort();
    },
  };
}

async function deliver(post: () => Promise<boolean>, closing: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= TRIES && !closing.aborted; attempt++) {
    if (await post()) return;
    if (attempt < TRIES) await sleep(PAUSE_MS, undefined, { signal: closing }).catch(() => {});
  }
}

/** Whether the receiver took it (2xx). Never throws. */
export async function postNotice(
  url: string,
  body: string,
  closing?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: closing ? AbortSignal.any([deadline, closing]) : deadline,
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
