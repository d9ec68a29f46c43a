import type { AddressInfo } from "node:net";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What a link can do to what passes over it. */
export type Trouble =
  /** Every piece arrives this much later, in either direction. */
  | { kind: "delay"; ms: number }
  /** Connections break, and new ones break at once. */
  | { kind: "reset" }
  /** Each connection breaks after so many bytes of what comes back: in the middle of an answer. */
  | { kind: "cut"; afterBytes: number }
  /** What is asked arrives; the connection breaks where the answer should come. */
  | { kind: "swallow" }
  /** Nothing passes, and nothing breaks: at once, or from a piece on with these words in it. */
  | { kind: "stall"; from?: string };

export type TcpProxy = {
  port: number;
  /** From now on, also for open connections; null: all is well. */
  be(trouble: Trouble | null): void;
  /** Connections that were broken on purpose. */
  broken(): number;
  close(): void;
};

type Pair = { client: Socket; server: Socket; answered: number };

const STALL_LOOK_MS = 20;

/** A TCP proxy on the loopback address. `target` is asked anew for each connection: what it leads to may move. */
export async function openProxy(target: () => NetConnectOpts | null): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let trouble: Trouble | null = null;
  let broken = 0;
  let closed = false;

  const cutOff = (pair: Pair) => {
    if (pairs.delete(pair)) broken++;
    pair.client.resetAndDestroy();
    pair.server.destroy();
  };

  /** Passes pieces on in their order, each when the link lets it. */
  function carry(pair: Pair, from: Socket, to: Socket, isAnswer: boolean): void {
    let tail = Promise.resolve();
    const pass = async (piece: Buffer | null) => {
      if (trouble?.kind === "stall" && trouble.from && piece?.includes(trouble.from)) trouble = { kind: "stall" };
      while (trouble?.kind === "stall" && !trouble.from && !from.destroyed && !closed) await sleep(STALL_LOOK_MS);
      if (trouble?.kind === "delay") await sleep(trouble.ms);
      if (to.destroyed) return;
      if (piece === null) return void to.end();
      if (isAnswer && trouble?.kind === "swallow") return cutOff(pair);
      if (isAnswer) pair.answered += piece.length;
      if (isAnswer && trouble?.kind === "cut" && pair.answered > trouble.afterBytes) {
        const over = pair.answered - trouble.afterBytes;
        to.write(piece.subarray(0, Math.max(0, piece.length - over)), () => cutOff(pair));
        return;
      }
      to.write(piece);
    };
    const enqueue = (piece: Buffer | null) => {
      tail = tail.then(() => pass(piece));
    };
    from.on("data", enqueue).on("end", () => enqueue(null));
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const to = trouble?.kind === "reset" ? null : target();
    client.on("error", () => {});
    if (!to) {
      broken++;
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...to, allowHalfOpen: true, noDelay: true } as NetConnectOpts);
    const pair: Pair = { client, server: upstream, answered: 0 };
    pairs.add(pair);
    upstream.on("error", () => client.resetAndDestroy());
    upstream.on("close", () => {
      pairs.delete(pair);
      // What has arrived is passed on before the end is.
      setTimeout(() => client.destroy(), trouble?.kind === "delay" ? trouble.ms + 50 : 50);
    });
    client.on("close", () => {
      pairs.delete(pair);
      upstream.destroy();
    });
    carry(pair, client, upstream, false);
    carry(pair, upstream, client, true);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    be(next) {
      trouble = next;
      if (next?.kind === "reset") for (const pair of [...pairs]) cutOff(pair);
      if (next?.kind === "cut") for (const pair of pairs) pair.answered = 0;
    },
    broken: () => broken,
    close() {
      closed = true;
      for (const { client, server: upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      server.close();
    },
  };
}
