import { Pool } from "undici";
import { signatureHeaders } from "#server/domain/messaging/webhooks/signature.ts";

/** The floor of sending webhooks, in its own process: sign and post, with no database and no check of anything. */
export type Posts = { origin: string; clients: number; seconds: number; body: string };

process.on("message", async (posts: Posts) => {
  process.send?.(await run(posts));
  process.exit(0);
});

async function run({ origin, clients, seconds, body }: Posts): Promise<number> {
  const pool = new Pool(origin, { connections: clients, pipelining: 1 });
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  let turn = 0;
  const post = async (until: number) => {
    let done = 0;
    while (performance.now() < until) {
      const headers = {
        "content-type": "application/json",
        ...signatureHeaders({ eventId: `bare_${turn++}`, type: "order.delivered", body, secret, at: new Date() }),
      };
      const answer = await pool.request({ method: "POST", path: "/", headers, body });
      await answer.body.dump();
      done++;
    }
    return done;
  };
  const all = (until: number) => Promise.all(Array.from({ length: clients }, () => post(until)));
  await all(performance.now() + 1_000);
  const start = performance.now();
  const done = await all(start + seconds * 1_000);
  await pool.close();
  return Math.round((done.reduce((sum, n) => sum + n, 0) / (performance.now() - start)) * 1_000);
}
