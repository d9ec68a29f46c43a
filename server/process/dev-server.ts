import cluster from "node:cluster";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import next from "next";
import { behindOwnServer } from "#server/kernel/client-address.ts";
import { keepChild } from "./child.ts";
import { followSources, type Kept } from "./follow-sources.ts";
import type { Front } from "./front.ts";

const ROOT = join(import.meta.dirname, "../..");

type Options = {
  port: number;
  environment(): NodeJS.ProcessEnv;
  /** The worker and the simulators; the web process is put beside them. */
  kept: Kept;
  say(line: string): void;
};

/**
 * Where people work on the code: Next's own development server makes the pages, in this process. The door and the API are a
 * process of their own, which hands the port over to its successor when its code has changed: who asks meanwhile is answered
 * by the former one.
 */
export async function createDevServer({ port, environment, kept, say }: Options): Promise<Front> {
  const app = next({ dev: true, dir: ROOT, port, hostname: "localhost" });
  await app.prepare();
  behindOwnServer().now = true;
  const serve = app.getRequestHandler();
  const pages = createServer((request, response) => void serve(request, response));
  const upgrade = app.getUpgradeHandler();
  pages.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const address = pages.address() as AddressInfo;
  // Whoever looks at the first page does not wait for what all of them share.
  fetch(`http://127.0.0.1:${address.port}/sign-in`).catch(() => {});
  let unfollow = () => {};
  return {
    // Next builds what is asked for.
    async show() {},
    progress() {},
    async listen() {
      cluster.setupPrimary({ exec: join(ROOT, "server/dev-web.ts"), args: [String(address.port)] });
      const launch = () => cluster.fork(environment()).process;
      kept.web = await keepChild({ name: "web", overlaps: true, launch });
      unfollow = followSources(kept, say);
    },
    async drain() {
      unfollow();
      await kept.web?.stop();
      pages.closeAllConnections();
      pages.close();
      await app.close();
    },
  };
}
