import { createServer, type Server, type Socket } from "node:net";

/**
 * As much of a Redis server as the rate limiter asks for: counters with a time to live, its one Lua script (`set NX EX`,
 * `incrby`, `pttl`), and transactions of `get` and `pttl`.
 */
export async function startRedis(port = 0) {
  const held = new Map<string, { value: number; expiresAt: number }>();
  const sockets = new Set<Socket>();
  const seen: string[] = [];
  let hanging = false;

  const live = (key: string) => {
    const entry = held.get(key);
    if (entry && entry.expiresAt > Date.now()) return entry;
    held.delete(key);
    return undefined;
  };
  const ttlOf = (key: string) => Math.max(0, (live(key)?.expiresAt ?? Date.now() - 2) - Date.now());

  function increase(key: string, by: number, seconds: number): string {
    const entry = live(key) ?? { value: 0, expiresAt: Date.now() + seconds * 1000 };
    entry.value += by;
    held.set(key, entry);
    return `*2\r\n:${entry.value}\r\n:${ttlOf(key)}\r\n`;
  }

  function answer(command: string[]): string {
    const [name = "", ...args] = command;
    switch (name.toLowerCase()) {
      case "evalsha":
      case "eval":
        return increase(args[2]!, Number(args[3]), Number(args[4]));
      case "get": {
        const value = live(args[0]!)?.value;
        return value === undefined ? "$-1\r\n" : `$${String(value).length}\r\n${value}\r\n`;
      }
      case "pttl":
        return `:${live(args[0]!) ? ttlOf(args[0]!) : -2}\r\n`;
      case "info":
        return "$15\r\nredis_version:7\r\n";
      default:
        return "+OK\r\n";
    }
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    let queued: string[][] | null = null;
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      for (let parsed = parse(text); parsed; parsed = parse(text)) {
        text = text.slice(parsed.length);
        const name = parsed.command[0]!.toLowerCase();
        seen.push(name);
        if (hanging) continue;
        if (name === "multi") {
          queued = [];
          socket.write("+OK\r\n");
        } else if (name === "exec") {
          socket.write(`*${queued!.length}\r\n${queued!.map(answer).join("")}`);
          queued = null;
        } else if (queued) {
          queued.push(parsed.command);
          socket.write("+QUEUED\r\n");
        } else socket.write(answer(parsed.command));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${address.port}`,
    port: address.port,
    held,
    seen,
    hang: (on: boolean) => {
      hanging = on;
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One whole command in the wire's own words, or null when more has to come. */
function parse(text: string): { command: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  const command: string[] = [];
  let at = head[0].length;
  for (let i = 0; i < Number(head[1]); i++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return null;
    at += size[0].length;
    const end = at + Number(size[1]);
    if (text.length < end + 2) return null;
    command.push(text.slice(at, end));
    at = end + 2;
  }
  return { command, length: at };
}
