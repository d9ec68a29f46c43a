import { readFileSync } from "node:fs";
import { accessibilityFaults, launchBrowser } from "#tests/support/browser.ts";

const base = "http://127.0.0.1:4200";
const demo = JSON.parse(readFileSync("/tmp/p1-data/demo.json", "utf8"));
const b = await launchBrowser();
const sizes: any = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const first = await b.newContext();
const p0 = await first.newPage();
await p0.goto(base + "/sign-in");
await p0.getByLabel("E-mail").fill(demo.login.email);
await p0.getByLabel("Password", { exact: true }).fill(demo.login.password);
await p0.getByRole("button", { name: "Sign in", exact: true }).click();
await p0.waitForURL(/\/(test|live)/);
const state = await first.storageState();
const orders = async (env: string, key: string) =>
  (await (await fetch(base + "/api/v1/orders?limit=5", { headers: { authorization: `Bearer ${key}` } })).json()).data
    .items;
const test = await orders("test", demo.testKey),
  live = await orders("live", demo.liveKey);
console.log(
  test.map((o: any) => o.reference + o.status),
  live.map((o: any) => o.reference + o.status),
);
const es = (
  await (await fetch(base + "/api/v1/esims?limit=5", { headers: { authorization: `Bearer ${demo.testKey}` } })).json()
).data.items;
const pages: Record<string, string> = {
  orders: "/live/orders",
  ordersNone: "/live/orders?q=zzz",
  new: "/test/orders/new",
  order: `/test/orders/${test[0]?.reference}`,
  orderLive: `/live/orders/${live[0]?.reference}`,
  esims: "/test/esims",
  esim: `/test/esims/${es[0]?.iccid}`,
};
const only = process.argv[2]?.split(",");
for (const [sn, viewport] of Object.entries(sizes))
  for (const colorScheme of ["light", "dark"] as const) {
    const ctx = await b.newContext({ viewport: viewport as any, colorScheme, storageState: state });
    const p = await ctx.newPage();
    const faults: string[] = [];
    p.on("console", (m) => m.type() === "error" && faults.push(m.text()));
    p.on("pageerror", (e) => faults.push(e.message));
    for (const [n, u] of Object.entries(pages)) {
      if (only && !only.includes(n)) continue;
      faults.length = 0;
      await p.goto(base + u, { waitUntil: "networkidle" });
      console.log(
        sn,
        colorScheme,
        n,
        await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        faults,
      );
      await p.screenshot({ path: `/tmp/p1-shots/${n}-${sn}-${colorScheme}.png`, fullPage: true });
    }
    await ctx.close();
  }
await b.close();
