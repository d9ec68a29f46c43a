import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright";
import { open } from "./browser.ts";
import { requestOf } from "./curl.mjs";
import type { Service } from "./service.ts";

export type Sample = { page: string; label: string; text: string };

/** Samples that are not run by pasting them, and what holds them to the truth instead. Page and label, then why. */
export const NOT_PASTED: [page: string, label: RegExp, reason: string][] = [
  ["/docs/authentication", /^Either header$/, "two lines of which a request has one"],
  ["/docs/authentication", /^sign-request\.mjs$|^What is given$/, "held against each other in tests/unit/docs.test.ts"],
  ["/docs/authentication", /^SHA-256 of|^The text that is|^The same as bytes$|^Headers that/, "the same"],
  ["/docs", /^quickstart\.(mjs|py|php)$/, "played in tests/e2e/programs.test.ts"],
  ["/docs/frameworks", /^Environment$|\.(mjs|py|php)$/, "played in tests/e2e/programs.test.ts"],
  ["/docs/mcp", /^Claude Code$/, "a command of somebody else's program"],
  ["/docs/mcp", /^Settings of Cursor/, "of other programs; its address is looked at"],
  ["/docs/ledger", /^Verify$/, "played with a person's files in tests/e2e/security.test.ts"],
  ["/docs/webhooks", /^(verify|receive)[-_]webhook\./, "played in tests/jobs/webhook-snippets.test.ts"],
  ["/docs/api", /, answer$/, "held against their schemas in tests/unit/openapi.test.ts"],
  ["/docs/webhooks", /, body$/, "the same, as examples of events"],
];

/** The samples of pages as their readers see them. */
export async function samplesOn(browser: Browser, url: string, pages: string[]): Promise<Sample[]> {
  const context = await browser.newContext();
  const all: Sample[] = [];
  for (const path of pages) {
    const { page } = await open(context, url + path);
    const samples = await page.locator("figure:has(pre)").evaluateAll((figures) =>
      figures.map((figure) => ({
        label: figure.querySelector("figcaption")!.firstChild!.textContent!,
        text: figure.querySelector("pre")!.textContent!,
      })),
    );
    all.push(...samples.map((sample) => ({ page: path, ...sample })));
    await page.close();
  }
  await context.close();
  return all;
}

/** Runs a script as a reader's shell would, in a folder. Returns what it printed. */
export async function inShell(script: string, folder: string): Promise<string> {
  const curl = join(folder, "curl");
  writeFileSync(curl, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, "curl.mjs")}" "$@"\n`);
  chmodSync(curl, 0o755);
  return await bash(script, folder);
}

const bash = async (script: string, folder: string): Promise<string> => {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const run = promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env });
  return (await run).stdout;
};

type Answered = { success: boolean; error: { code: string; message: string } };

/** A reader's own records, in place of those that the reference shows. */
export async function ownedBy(service: Service, action: string) {
  const { testKey } = service.demo();
  const ask = async (method: "GET" | "POST", path: string, body?: object, headers?: Record<string, string>) => {
    const { json } = await service.call(testKey, method, path, body, headers);
    if (!json.success) throw new Error(`${path}: ${json.error.message}`);
    return json.data;
  };
  const { items } = await ask("GET", "/packages?country=TR&provider=esimaccess&limit=1");
  const buy = () => ask("POST", "/orders", { package_id: items[0].package_id }, { "idempotency-key": randomUUID() });
  const [kept, cancelled] = [await buy(), await buy()];
  const [{ iccid }] = kept.profiles;
  const options = await ask("GET", `/esims/${iccid}/topup-options`);
  const endpoint = () => ask("POST", "/webhooks", { url: "https://93.184.216.34/reference" });
  const [{ id: webhook }, { id: disabled }] = [await endpoint(), await endpoint()];
  return { action, iccid, reference: cancelled.reference, webhook, disabled, topup: options.items[0].package_code };
}

export const withOwned = (text: string, owned: Awaited<ReturnType<typeof ownedBy>>): string =>
  text
    .replaceAll("B2B-1042", owned.reference)
    .replaceAll("8999901123456789010", owned.iccid)
    .replace(/\/actions\/\d+/, `/actions/${owned.action}`)
    .replace(/\/webhooks\/\d+(\/disable)/, `/webhooks/${owned.disabled}$1`)
    .replace(/\/webhooks\/\d+(?!\/disable|\d)/, `/webhooks/${owned.webhook}`)
    .replace(/("?package_code"?): "[^"]+"/, `$1: "${owned.topup}"`)
    .replace(/,\s+"?max_price"?: [\d.]+/, "")
    .replaceAll("https://shop.example.com", "https://93.184.216.34");

/** What each of many samples with fetch comes to, as `answersOf` says it. */
export async function answersOfFetches(samples: string[], env: Record<string, string>): Promise<string[]> {
  const program = samples.map((text) => `await (async () => {\n${text}\n})().then(() => say("done"), say);`);
  const begin = `const { SVC_URL, SVC_KEY } = process.env;\nconst say = (what) => process.stdout.write(what + "\\n");\n`;
  const args = ["--input-type=module", "-e", begin + program.join("\n")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return stdout.trim().split("\n");
}

/** What each of many curl commands is answered: "done", or the code of the error. They have one shell, and no process each. */
export async function answersOf(curls: string[], env: Record<string, string>, folder: string): Promise<string[]> {
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const printed = await bash(
    [...settings, `curl() { printf '%s\\0' "$@" ''; }`, ...curls.map((curl) => `${curl}; printf '\\n\\0'`)].join("\n"),
    folder,
  );
  const answers: string[] = [];
  for (const args of printed.split("\0\n\0").slice(0, -1)) {
    const { url, file: _, ...init } = requestOf(args.split("\0").filter(Boolean));
    const { success, error } = (await (await fetch(url, init)).json()) as Answered;
    answers.push(success ? "done" : `${url}: ${error.code}: ${error.message}`);
  }
  return answers;
}
