import type { Counted, Load } from "./load.ts";
import { add } from "./table.ts";

type Run = (what: Partial<Load>) => Promise<Counted>;

/** What strangers may ask for that costs us most. `{n}` is another number each time, so that nothing is held of it. */
const DEAREST: [name: string, path: string][] = [
  ["the API reference", "/docs/api"],
  ["a shop's sitemap", "/store/bench-shop/sitemap/1.xml"],
  ["shop searches", "/store/bench-shop/en/search?q=country+{n}"],
  ["plans that nobody has", "/store/bench-shop/en/package/none-{n}"],
  ["the sign-in page", "/sign-in?to=/{n}"],
  ["pages that are not found", "/nowhere/{n}"],
  ["shops that nobody has", "/store/nobody-{n}/en"],
];

/**
 * One who reads orders through the API, alone and beside eight clients that ask for the dearest pages as fast as they are
 * answered: all from one address, which is refused before long, and from many.
 */
export async function anonymousFlood(order: Partial<Load>, load: Run): Promise<void> {
  const figure = "API beside an anonymous flood";
  const read = (what: Partial<Load> = {}) => load({ ...order, ...what });
  await read({ seconds: 1 });
  const rows: { ratio: number; text: string; alone: Counted }[] = [];
  for (const address of ["192.0.2.1", "192.0.2.{n}"])
    for (const [name, path] of DEAREST) {
      const flood: Partial<Load> = {
        method: "GET",
        path,
        keys: [],
        clients: 8,
        headers: { accept: "text/html" },
        address,
      };
      // What is made once is made.
      await load({ ...flood, clients: 1, seconds: 1, address: "192.0.2.251" });
      const before = await read();
      const [beside, flooded] = await Promise.all([read(), load(flood)]);
      const after = await read();
      const alone = before.p99 > after.p99 ? before : after;
      const from = address.includes("{n}") ? "from many addresses" : "from one address";
      const statuses = Object.entries(flooded.statuses).map(([status, count]) => `${count} × ${status}`);
      rows.push({ ratio: alone.p99 / beside.p99, text: `${name}, ${from}`, alone });
      add(
        `${figure}: ${name}, ${from}`,
        `p99 ${beside.p99} ms, p50 ${beside.p50} ms (flood: ${statuses.join(", ")})`,
        `p99 ${alone.p99} ms alone`,
        alone.p99 / beside.p99,
        null,
      );
    }
  const worst = rows.reduce((least, row) => (row.ratio < least.ratio ? row : least));
  add(figure, `worst: ${worst.text}`, `p99 ${worst.alone.p99} ms alone`, worst.ratio, 0.5);
}
