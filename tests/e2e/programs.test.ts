import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_PATH } from "#server/http/dispatch.ts";
import { frameworks } from "#tests/programs/frameworks.ts";
import { lacks, languages } from "#tests/programs/languages.ts";
import { libraries } from "#tests/programs/libraries.ts";
import { notPlayed } from "#tests/programs/not-played.ts";
import { play } from "#tests/programs/play.ts";
import { fileOf, type Program, run } from "#tests/programs/program.ts";
import { buildSdk } from "#tests/support/built-sdk.ts";
import { freePort, newService, type Service } from "#tests/support/service.ts";

// What integrators paste and install, in each language that is on this machine.

const built = mkdtempSync(join(tmpdir(), "svc-sdk-"));
let service: Service;

beforeAll(async () => {
  expect(buildSdk(built)).toEqual([]);
  service = await newService();
  await service.start();
});

afterAll(async () => {
  await service.dispose();
  rmSync(built, { recursive: true, force: true });
});

const played = async (program: Program) =>
  await play(program, { SVC_URL: `${service.url}${BASE_PATH}`, SVC_KEY: service.demo().testKey }, await freePort());

test.for(Object.keys(libraries))("the %s library passes its tests", async (language, context) => {
  const missing = await libraries[language as keyof typeof libraries]();
  if (missing) await notPlayed(context, missing);
});

test.for(Object.keys(languages))(
  "the README for %s, pasted into an empty folder, buys and believes what it is told of it",
  async (language, context) => {
    const program = languages[language]!(join(built, "node_modules/reseller-esim"));
    const outcome = await played(program);
    if ("missing" in outcome) return await notPlayed(context, outcome.missing);
    expect(outcome.printed).toMatch(/^test\ndelivered (\[\s*')?LPA:1\$/);
  },
);

test.for(Object.keys(frameworks))(
  "the quickstart for %s buys once for one number, and believes what it is told of it",
  async (framework, context) => {
    const outcome = await played(frameworks[framework]!);
    if ("missing" in outcome) return await notPlayed(context, outcome.missing);
    expect(outcome.printed).toMatch(/^B2B-\d+$/);
  },
);

test.for([
  { file: "quickstart.mjs", command: process.execPath, missing: async () => "" },
  { file: "quickstart.py", command: "python3", missing: lacks.Python },
  { file: "quickstart.php", command: "php", missing: lacks.PHP },
])("$file does the six steps of the documentation", async ({ file, command, missing }, context) => {
  const lacking = await missing();
  if (lacking) return await notPlayed(context, lacking);
  const env = { SVC_URL: `${service.url}${BASE_PATH}`, SVC_KEY: service.demo().testKey };
  expect(await run([command, fileOf(`docs/snippets/${file}`)], undefined, env)).toMatch(
    /^test\n(delivered LPA:1\$\S+\n?){2}$/,
  );
});
