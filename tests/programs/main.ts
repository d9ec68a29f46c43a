import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk } from "#tests/support/built-sdk.ts";
import { freePort } from "#tests/support/service.ts";
import { frameworks } from "./frameworks.ts";
import { languages } from "./languages.ts";
import { play } from "./play.ts";

// How long it takes from an empty folder to the first verified webhook, in each language and framework that is installed here, against
// a running service. The libraries are those of this repository; what they need is installed before.

const { SVC_URL, SVC_KEY } = process.env;
const say = (line: string) => process.stdout.write(`${line}\n`);
if (!SVC_URL || !SVC_KEY?.startsWith("svc_test_")) {
  say("Set SVC_URL=http://localhost:3000/api/v1 and SVC_KEY=svc_test_…, of a service that runs.");
  process.exit(1);
}
const built = mkdtempSync(join(tmpdir(), "svc-sdk-"));
try {
  buildSdk(built);
  const library = join(built, "node_modules/reseller-esim");
  const all = Object.entries(languages).map(([name, program]) => [name, program(library)] as const);
  for (const [name, program] of [...all, ...Object.entries(frameworks)]) {
    const played = await play(program, { SVC_URL, SVC_KEY }, await freePort()).catch((error: Error) => ({
      missing: `FAILED: ${error.message}`,
    }));
    if ("missing" in played && played.missing.startsWith("FAILED")) process.exitCode = 1;
    say(`${name.padEnd(12)}${"missing" in played ? played.missing : `${played.seconds.toFixed(1)} s`}`);
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}
