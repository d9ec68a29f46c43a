import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

type LockedPackage = {
  name?: string;
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
};
const locked = Object.entries(
  (JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> }).packages,
).filter(([path]) => path !== "");
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

// ---------------------------------------------------------------- secrets

const TRACKED = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 })
  .split("\0")
  .filter((file) =>
    /\.(ts|tsx|js|mjs|cjs|json|md|sql|ya?ml|sh|py|php|go|env|pem|key|txt|css|toml)$|(^|\/)[^.]+$/.test(file),
  );

/** What credentials look like, by who gives them out. */
const SHAPES: Record<string, RegExp> = {
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/=\s]{60,}/g,
  "an AWS key": /\b(AKIA|ASIA)[0-9A-Z]{16}\b/g,
  "a GitHub token": /\b(gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{60,})\b/g,
  "an npm token": /\bnpm_[0-9A-Za-z]{36}\b/g,
  "a Slack token": /\bxox[abprs]-[0-9A-Za-z-]{20,}/g,
  "a Google key": /\bAIza[0-9A-Za-z_-]{35}\b/g,
  "a Stripe key": /\b[rs]k_live_[0-9A-Za-z]{16,}/g,
  "a key of ours": /\bsvc_(test|live|sign)_[0-9A-Za-z]{40,}\b/g,
  "a webhook secret": /\bwhsec_[0-9A-Za-z+/]{32,}={0,2}/g,
  "a token (JWT)": /\beyJ[0-9A-Za-z_-]{16,}\.eyJ[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{20,}/g,
  "an address with a password":
    /\b(?:postgres(?:ql)?|mysql|rediss?|smtps?|https?):\/\/[^\s:/@"'`$]+:[^\s:/@"'`${]{12,}@(?!localhost|127\.)/g,
};

/** Long random text in quotes, whatever it is for. */
const RANDOM = /["'`]([0-9A-Za-z+/_-]{32,}={0,2})["'`]/g;

/** Where such text is meant to be, and why it opens nothing. */
const KNOWN: [file: RegExp, reason: string][] = [
  [/^package-lock\.json$/, "hashes of packages"],
  [/^tests\/vectors\//, "worked examples of signatures, with keys made for them"],
  [/^components\/docs\/hmac-example\.ts$/, "the documentation's worked example"],
  [/^server\/domain\/staff\/common-passwords\.ts$/, "hashes of passwords that nobody may choose"],
  [/^server\/api\/v1\/(samples\/webhooks|webhooks\/create-webhook)\.ts$/, "the secret that the reference shows"],
  [/^sdk\/typescript\/src\/schema\.ts$/, "the same, in what is made of it"],
  [/^sdk\/(python|php)\/tests\//, "the first of the worked examples of signatures"],
  [/^server\/kernel\/ids\.ts$/, "the letters of which ids are made"],
  [/^tests\/support\/certificate\.ts$/, "a certificate for 127.0.0.1, for tests"],
];

function entropy(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter);
  return [...counts.values()].reduce(
    (sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length),
    0,
  );
}

/** Words and camel case are long, too; random text mixes cases and digits all along, a long one has letters of all kinds. */
function looksRandom(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && digits > 0;
  return isMixed && (entropy(text) > 4.9 || (entropy(text) > 4.4 && digits >= 4));
}

const findSecrets = (text: string): string[] => [
  ...Object.entries(SHAPES).flatMap(([what, shape]) => [...text.matchAll(shape)].map(([found]) => `${what}: ${found}`)),
  ...[...text.matchAll(RANDOM)].flatMap(([, found]) => (looksRandom(found!) ? [`random text: ${found}`] : [])),
];

test("no tracked file holds a secret", () => {
  const found = TRACKED.filter((file) => !KNOWN.some(([known]) => known.test(file))).flatMap((file) =>
    findSecrets(read(file)).map((what) => `${file}: ${what.slice(0, 40)}…`),
  );
  expect(found).toEqual([]);
  expect(TRACKED.length).toBeGreaterThan(500);
});

test("the scan finds what it is for", () => {
  const made = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString("base64url");
  const letters = (n: number) =>
    made(n * 4)
      .replace(/[^0-9A-Za-z]/g, "")
      .slice(0, n);
  for (const secret of [
    `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n`,
    `AKIA${letters(32).toUpperCase().slice(0, 16)}`,
    `ghp_${letters(36)}`,
    `sk_live_${letters(24)}`,
    `svc_live_${letters(57)}`,
    `whsec_${letters(32)}`,
    `postgresql://svc:${letters(20)}@db.example.com/svc`,
    `const masterKey = "${made(48)}";`,
  ])
    expect(findSecrets(secret), secret).not.toEqual([]);
  for (const harmless of [
    '"acceptInvitationWithAPasswordOfYourOwn"',
    "svc_live_…",
    '"a master key for tests, long enough"',
  ])
    expect(findSecrets(harmless), harmless).toEqual([]);
});

test("files that hold secrets of an installation are never tracked", () => {
  expect(
    TRACKED.filter((file) =>
      /(^|\/)(\.env(\..*)?|secrets\.json|demo\.json|\.data\/.*|.*\.pem|id_[a-z0-9]+)$/.test(file),
    ),
  ).toEqual([]);
  for (const path of [".data/secrets.json", ".env"])
    expect(execFileSync("git", ["check-ignore", path], { cwd: ROOT, encoding: "utf8" }).trim()).toBe(path);
});

// ---------------------------------------------------------------- dependencies

test("the lock names no source of its own, and the hash of everything that runs", () => {
  // Everything comes from the registry that npm is set to; an address in the lock would be fetched from instead.
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  // Only builds for other platforms, which npm does not read where the lock is made, have none.
  const bare = locked.filter(([, { integrity }]) => integrity === undefined);
  expect(bare.filter(([path, { optional }]) => !optional || existsSync(join(ROOT, path)))).toEqual([]);
});

test("the bill of materials is CycloneDX, and names every package that runs", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [npm, ...words] = scripts.sbom!.split(" ");
  const text = execFileSync(npm!, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
  const bom = JSON.parse(text) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; hashes?: object[] }[];
  };
  expect(bom.bomFormat).toBe("CycloneDX");
  const known = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl)));
  const installed = locked.filter(([path, { optional }]) => !optional && existsSync(join(ROOT, path)));
  const missing = installed.filter(
    ([path, { name, version }]) => !known.has(`pkg:npm/${name ?? nameOf(path)}@${version}`),
  );
  expect(missing.map(([path]) => path)).toEqual([]);
  expect(bom.components.filter(({ hashes }) => hashes?.length).length).toBeGreaterThan(700);
});

/** Licences that ask for nothing but their text. */
const PERMISSIVE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|PSF-2\.0|CC0-1\.0)$/;
/** Others, and why they may be here. */
const ALLOWED: Record<string, RegExp> = {
  // Weak copyleft, used as they are published: the styles' compiler, the accessibility checker of the tests, diagrams of the linter.
  "MPL-2.0": /^(lightningcss|lightningcss-.*|axe-core)$/,
  "EPL-2.0": /^elkjs$/,
  // Next's image codecs: shared libraries of their own, not linked into ours.
  "LGPL-3.0-or-later": /^@img\/sharp-/,
  // Data and fonts.
  "CC-BY-4.0": /^caniuse-lite$/,
  "SIL OPEN FONT LICENSE": /^geist$/,
  "OFL-1.1": /^@fontsource\//,
};

/** Of packages that name it in a file only. */
const licenceFile = (path: string) =>
  /^\(?(?:The )?(MIT) License/.exec(read(`${path}/LICENSE`).trimStart())?.[1] ?? "unknown";

test("every dependency has a licence that this service may use", () => {
  const refused = locked.flatMap(([path, { license }]) => {
    const name = nameOf(path);
    const expression = license ?? licenceFile(path);
    const mayUse = (one: string) => PERMISSIVE.test(one) || ALLOWED[one]?.test(name) === true;
    const alternatives = expression.replace(/[()]/g, "").split(/ OR /i);
    return alternatives.some((all) => all.split(/ AND /i).every(mayUse)) ? [] : [`${name}: ${expression}`];
  });
  expect(refused).toEqual([]);
});

type Audit = {
  message?: string;
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: object;
};

test("no dependency has a known vulnerability that is high or critical", async ({ annotate }) => {
  const output = await new Promise<string>((resolve) =>
    execFile(
      "npm",
      ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000"],
      { cwd: ROOT, maxBuffer: 2 ** 26 },
      (_error, stdout) => resolve(stdout),
    ),
  );
  const audit = JSON.parse(output) as Audit;
  if (!audit.metadata) {
    // Not every registry can be reached, or answers this question; then there is nothing to be held against, and the run says so.
    expect(audit.message, `npm audit could not run: ${output.slice(0, 500)}`).toMatch(
      /^(request to https:\/\/\S+ failed, reason: |[45]\d\d .* https:\/\/)/,
    );
    const why = `not audited, the registry does not answer (${audit.message})`;
    await annotate(why, "warning");
    process.stderr.write(`npm audit: ${why}\n`);
    return;
  }
  const { high = 0, critical = 0 } = audit.metadata.vulnerabilities;
  expect({ high, critical }, JSON.stringify(audit.vulnerabilities)).toEqual({ high: 0, critical: 0 });
});
