import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A receiver that fails in every way it knows, in its own process: what it accepted is the witness outside the database.
 * Arguments: the share of calls that fail; one event in how many it never accepts, so that giving up is seen too (0: none).
 * The message "heal" ends all that, any other asks for its record.
 */
export type Record = { calls: number; accepted: string[]; twice: number };

let share = Number(process.argv[2]);
let never = Number(process.argv[3] ?? 0);
const accepted = new Set<string>();
let calls = 0;
let twice = 0;

const FAILURES: ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(500).end("out of order"),
  (response) => response.writeHead(503, { "retry-after": "1" }).end(),
  (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  (response) => response.destroy(),
  (response) => response.socket?.end("this is not HTTP\r\n\r\n"),
  (response) => setTimeout(() => response.writeHead(429).end("x".repeat(100_000)), 200),
];

const server = createServer((request, response) => {
  calls++;
  const eventId = String(request.headers["x-svc-event-id"]);
  request.resume().on("end", () => {
    if (isRefused(eventId) || Math.random() < share) FAILURES[calls % FAILURES.length]!(response);
    else {
      const key = `${request.url} ${eventId}`;
      if (accepted.has(key)) twice++;
      accepted.add(key);
      response.end("ok");
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("message", (message) => {
  if (message === "heal") {
    share = 0;
    never = 0;
  } else process.send?.({ calls, accepted: [...accepted], twice } satisfies Record);
});
process.on("disconnect", () => process.exit(0));

/** By its id. */
function isRefused(eventId: string): boolean {
  if (never === 0) return false;
  let sum = 0;
  for (const character of eventId) sum = (sum * 31 + character.charCodeAt(0)) % never;
  return sum === 0;
}
