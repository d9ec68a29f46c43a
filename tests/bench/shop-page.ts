import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findInShop } from "#server/domain/catalogue/catalog/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Counted, Load } from "./load.ts";
import type { Add } from "./table.ts";

const ROOT = join(import.meta.dirname, "../..");
const PORT = 3_978;
const SLUG = "bench-shop";
/** As browsers ask. */
const headers = { "accept-encoding": "gzip", accept: "text/html" };

type Run = (what: Partial<Load>) => Promise<Counted>;

/** Shop pages of a storefront against a static page of the same size that Next's own server sends. */
export async function shopPages(ctx: AccountCtx, origin: string, load: Run, add: Add): Promise<void> {
  await changeBrand(ctx, { portalSlug: SLUG });
  for (const [name, path] of [
    ["home", ""],
    ["country", "/country/tr"],
    ["package", `/package/${(await findInShop(ctx, "bench-1"))!.shopCode}`],
  ]) {
    const page: Partial<Load> = { method: "GET", path: `/store/${SLUG}/en${path}`, keys: [], headers };
    const html = await (await fetch(origin + page.path)).text();
    const floor = await startStaticPage(html.length);
    try {
      const still: Partial<Load> = { method: "GET", path: "/", keys: [], headers, origin: floor.origin };
      for (const what of [page, still]) await load({ ...what, seconds: 1 });
      const before = await load(still);
      const got = await load(page);
      const after = await load(still);
      const perSecond = Math.round((before.perSecond + after.perSecond) / 2);
      const failed = [got, before].some(({ statuses }) => Object.keys(statuses).some((status) => status !== "200"));
      add(
        `shop page, ${name}, from the cache`,
        `${got.perSecond}/s, p99 ${got.p99} ms${failed ? ` ${JSON.stringify(got.statuses)}` : ""}`,
        `${perSecond}/s static Next.js page of ${Math.round(html.length / 1024)} KB`,
        failed ? 0 : got.perSecond / perSecond,
        0.8,
      );
    } finally {
      await floor.stop();
    }
  }
}

/** The smallest app that has one static page of about this many bytes. */
async function startStaticPage(bytes: number): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = join(ROOT, ".bench");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "app"), { recursive: true });
  // A configuration of its own: Next would take ours.
  writeFileSync(
    join(folder, "next.config.mjs"),
    `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(ROOT)} } };\n`,
  );
  // Half of it: Next sends a copy of the page along for its scripts.
  const text = "A plain line of text to fill a page. ".repeat(Math.ceil(bytes / 2 / 37));
  writeFileSync(
    join(folder, "app/layout.jsx"),
    "export default function Layout({ children }) {\n  return <html lang='en'><body>{children}</body></html>;\n}\n",
  );
  writeFileSync(
    join(folder, "app/page.jsx"),
    `export const dynamic = "force-static";\nexport default function Page() {\n  return <main>${text}</main>;\n}\n`,
  );
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as NodeJS.ProcessEnv;
  const built = spawnSync(process.execPath, [next, "build", folder], { cwd: folder, env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`The static page could not be built:\n${built.stdout}${built.stderr}`);
  const server: ChildProcess = spawn(process.execPath, [next, "start", folder, "-p", String(PORT)], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${PORT}`;
  for (let i = 0; i < 300; i++) {
    if (
      await fetch(origin).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await sleep(100);
  }
  return {
    origin,
    async stop() {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
