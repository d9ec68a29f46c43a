import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook receiver in its own process: 200 at once, on /hang never. Asked for its record, it tells when each event first came. */
export type Asked = "count" | "arrivals";
export type Told = { origin?: string; count?: number; arrivals?: [eventId: string, at: number][] };

const arrivals = new Map<string, number>();
let count = 0;

const server = createServer((request, response) => {
  count++;
  const eventId = String(request.headers["x-svc-event-id"]);
  if (!arrivals.has(eventId)) arrivals.set(eventId, Date.now());
  request.resume();
  if (request.url !== "/hang") request.on("end", () => response.end());
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `http://127.0.0.1:${port}` } satisfies Told);
});

process.on("message", (asked: Asked) => {
  if (asked === "count") process.send?.({ count } satisfies Told);
  else {
    process.send?.({ arrivals: [...arrivals] } satisfies Told);
    arrivals.clear();
  }
});
process.on("disconnect", () => process.exit(0));
