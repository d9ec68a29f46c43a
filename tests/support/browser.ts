import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import bundled from "@sparticuz/chromium";
import type { RunOptions } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { PATIENCE_MS } from "./until.ts";

// On a closed network the browser must not look for updates and component servers.
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The system's Chromium, else Playwright's own, else the one inside an npm package, which the first call unpacks. */
export async function browserPath(): Promise<string> {
  const system = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) => {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      return [];
    }
  })[0];
  const own = existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
  return system ?? own ?? (await bundled.executablePath());
}

/** Those of this process. */
export const openBrowsers = new Set<Browser>();

export async function launchBrowser(extra: string[] = []): Promise<Browser> {
  // None of the package's own arguments: they are for a place with one process, and switch the same-origin policy off.
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: [...ARGS, ...extra],
    headless: true,
    timeout: PATIENCE_MS,
  });
  openBrowsers.add(browser);
  browser.on("disconnected", () => openBrowsers.delete(browser));
  return browser.on("context", (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("page", comeAlive);
  });
}

/** Longer than a page of ours needs to be alive, on whatever machine. One that never is goes on as it is. */
const ALIVE_WITHIN_MS = 60_000;

/** Whoever has come to a page goes on when its scripts have taken it over: what is pressed before is pressed in vain, however idle the network is. */
function comeAlive(page: Page): void {
  const isAlive = () =>
    !("__next_f" in window) ||
    [...document.querySelectorAll("button, input, select, textarea")].every((each) =>
      Object.keys(each).some((key) => key.startsWith("__reactProps")),
    );
  for (const way of ["goto", "reload", "goBack", "waitForURL", "waitForLoadState"] as const) {
    const go = page[way].bind(page) as (...given: unknown[]) => Promise<unknown>;
    const goAndWait = async (...given: unknown[]) => {
      const gone = await go(...given);
      // Whoever does not wait for the page does not wait for its scripts.
      if (given.some((one) => (one as { waitUntil?: string } | undefined)?.waitUntil === "commit")) return gone;
      await page.waitForFunction(isAlive, undefined, { timeout: ALIVE_WITHIN_MS }).catch(() => {});
      return gone;
    };
    Object.assign(page, { [way]: goAndWait });
  }
}

export const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const THEMES = ["light", "dark"] as const;
/** Both themes and both sizes; colours do not depend on the size, nor sizes on the theme. */
export const LOOKS = [
  { colorScheme: "light", viewport: SIZES.phone },
  { colorScheme: "dark", viewport: SIZES.wide },
] as const;

let audited = 0;

/**
 * What is wrong with a page that is open: its width in each look, and its accessibility in one of them, in turn from page to
 * page; `npm run looks` audits each page in both. None is the only good answer.
 */
export async function faultsInLooks(page: Page): Promise<string[]> {
  // A page that is still on its way has no heading yet. One that never has any is a fault, which the audit names.
  await page
    .locator("h1")
    .first()
    .waitFor({ state: "attached" })
    .catch(() => {});
  const faults: string[] = [];
  const audit = audited++ % LOOKS.length;
  for (const [look, { colorScheme, viewport }] of LOOKS.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await atRest(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`${colorScheme}: ${over} pixels too wide`);
    if (look === audit || process.env.LOOKS === "full")
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

/** Colours that are still on their way are not to be judged. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });

/** Opens a page and collects what should not happen on it: errors of scripts, and requests to other hosts. */
export async function open(context: BrowserContext, url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith("data:"))
      faults.push(`foreign request: ${request.url()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  return { page, faults };
}

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Nobody asks what passed. What is framed is a shop, whose pages are looked at by themselves.
  resultTypes: ["violations"],
  iframes: false,
  // No rule of these reads style sheets.
  preload: { assets: ["media"] },
};

/** Accessibility faults in words; none is the only good answer. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await atRest(page);
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    return (await axe.run(rules)).violations;
  }, RULES);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")})`,
  );
}
