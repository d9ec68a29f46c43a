import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What the pages and route files are made of. */
const SOURCES = "{app,components,inngest,public,server/{api,auth,domain,http,kernel,storefront,trpc}}/**/*.*";
const SETTINGS =
  "{app/.well-known/**/*.*,prisma/schema.prisma,package-lock.json,next.config.ts,tsconfig.json,postcss.config.mjs,tailwind.config.ts,proxy.ts}";

const BUILT_WITHIN_MS = 600_000;

const digestSchema = (): string => digest(["prisma/schema.prisma", "package-lock.json"]);

/** Generates the Prisma client when it is missing or older than its schema. */
export function ensureGenerated(): void {
  if (isStale("generated/prisma", digestSchema()))
    runNode("prisma/generate.ts", [], "The Prisma client could not be generated");
}

/** The Prisma client is that of the schema as it is. */
export const markGenerated = (): void => writeFileSync(join(ROOT, "generated/prisma/.digest"), digestSchema());

/** Whether the pages are built from their sources as they are. */
export const isBuilt = (): boolean => !isStale(".next", digestSources());

/** Builds the pages when their sources have changed since the last build. */
export function ensureBuild(say: (line: string) => void): void {
  ensureGenerated();
  const sources = digestSources();
  if (!isStale(".next", sources)) return;
  say("Building the pages (once per version, about half a minute) …");
  // Of several processes that start in one folder, one builds and the others wait.
  const deadline = Date.now() + BUILT_WITHIN_MS;
  for (; isStale(".next", sources); pause()) {
    try {
      runNode("node_modules/next/dist/bin/next", ["build"], "The pages could not be built");
      writeFileSync(join(ROOT, ".next/.digest"), sources);
    } catch (error) {
      const another = (error as Error).message.includes("Another next build process is already running");
      if (!another || Date.now() > deadline) throw error;
    }
  }
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);

function isStale(folder: string, wanted: string): boolean {
  const file = join(ROOT, folder, ".digest");
  return !existsSync(file) || readFileSync(file, "utf8") !== wanted;
}

function digestSources(): string {
  const isFile = (path: string) => statSync(join(ROOT, path)).isFile();
  const files = [...globSync(SOURCES, { cwd: ROOT }), ...globSync(SETTINGS, { cwd: ROOT })];
  return digest(files.filter(isFile).sort());
}

function digest(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

function runNode(script: string, args: string[], failure: string): void {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new StartError(`${failure}:\n${stdout}${stderr}`);
}
