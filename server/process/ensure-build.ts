import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, existsSync, constants as fs, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readBuildProgress } from "./build-progress.ts";
import { generateLanguages } from "./generate-languages.ts";
import { StartError } from "./start-error.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What the pages and route files are made of. */
const SOURCES = "{app,components,inngest,public,server/{api,auth,domain,files,http,kernel,storefront,trpc}}/**/*.*";
const SETTINGS =
  "{app/.well-known/**/*.*,prisma/schema.prisma,package-lock.json,next.config.mjs,tsconfig.json,postcss.config.mjs,tailwind.config.ts,proxy.ts}";

const BUILT_WITHIN_MS = 900_000;
const LOOK_EVERY_MS = 1_000;

/** A build that goes on. `done` is rejected with a sentence and the builder's own words when it fails. */
export type Build = { done: Promise<void>; stop(): void };

const digestSchema = (): string => digest(["prisma/schema.prisma", "package-lock.json"]);

/** Lists the languages, and generates the Prisma client when it is missing or older than its schema. */
export function ensureGenerated(): void {
  generateLanguages();
  if (!isStale("generated/prisma", digestSchema())) return;
  const script = join(ROOT, "prisma/generate.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { ...inProduction(), encoding: "utf8" });
  if (status !== 0) throw new StartError(`The Prisma client could not be generated:\n${stdout}${stderr}`);
}

/** The Prisma client is that of the schema as it is. */
export const markGenerated = (): void => writeFileSync(join(ROOT, "generated/prisma/.digest"), digestSchema());

/** Whether the pages are built from their sources as they are. */
export const isBuilt = (): boolean => !isStale(".next", digestSources());

/** Pages are made beside their sources: says so to who may not write there. */
export function requireWritableFolder(): void {
  try {
    const pages = join(ROOT, ".next");
    accessSync(existsSync(pages) ? pages : ROOT, fs.W_OK);
  } catch (error) {
    throw new StartError(
      `The pages are made in the service's own folder, which cannot be written (${(error as Error).message}). Start as the user who owns ${ROOT}, or let that user run npm run build first.`,
    );
  }
}

/** Builds the pages when their sources have changed since the last build. */
export async function ensureBuild(say: (line: string) => void): Promise<void> {
  ensureGenerated();
  if (isBuilt()) return;
  const tell = sayProgress(say);
  await build((percent) => tell(percent), constants.priority.PRIORITY_NORMAL).done;
}

/**
 * Builds the pages in a process of its own, which leaves the processor to whatever else wants it.
 *
 * @param follow called about once a second with how much is done, in percent
 */
export const startBuild = (follow: (percent: number) => void): Build =>
  build(follow, constants.priority.PRIORITY_BELOW_NORMAL);

function build(follow: (percent: number) => void, priority: number): Build {
  const sources = digestSources();
  let running: ChildProcess | undefined;
  let stopped = false;
  const work = async (): Promise<void> => {
    // Of several processes that start in one folder, one builds and the others wait.
    const deadline = performance.now() + BUILT_WITHIN_MS;
    const progress = readBuildProgress();
    const timer = setInterval(() => follow(progress.percent()), LOOK_EVERY_MS);
    try {
      for (; isStale(".next", sources) && !stopped; await sleep(LOOK_EVERY_MS)) {
        let output = "";
        running = spawnBuilder(priority);
        for (const stream of [running.stdout, running.stderr])
          stream?.setEncoding("utf8").on("data", (text: string) => {
            output += text;
            progress.read(text);
          });
        const code = await new Promise((resolve) => running?.once("close", resolve).once("error", resolve));
        if (stopped) return;
        if (code === 0) return writeFileSync(join(ROOT, ".next/.digest"), sources);
        if (!/Another next build process is already running/.test(output) || performance.now() > deadline)
          throw new StartError(
            `The pages could not be built. Mend what the lines below say, or run npm ci again, and start once more.\n${output}`,
          );
      }
    } finally {
      clearInterval(timer);
    }
  };
  const done = work();
  // Whoever waits for it hears of it: it may fail before anybody does.
  done.catch(() => {});
  return {
    done,
    stop() {
      stopped = true;
      end(running);
    },
  };
}

/** Says once in a while how much is done; again only when that is a good deal more. */
export function sayProgress(say: (line: string) => void): (percent: number) => void {
  const STEP = 10;
  let said = 0;
  say("Building the pages (once per version, about half a minute) …");
  return (percent) => {
    if (percent < said + STEP) return;
    said = Math.floor(percent / STEP) * STEP;
    say(`Building the pages: ${said} %`);
  };
}

/** In a process group of its own: a Ctrl-C reaches it through us. */
function spawnBuilder(priority: number): ChildProcess {
  const builder = spawn(process.execPath, [join(ROOT, "node_modules/next/dist/bin/next"), "build"], {
    ...inProduction(),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    if (builder.pid !== undefined) setPriority(builder.pid, priority);
  } catch {
    // Ended already, or not ours to change: it builds at the usual priority.
  }
  return builder;
}

/** With the processes that it has started itself. */
function end(builder: ChildProcess | undefined): void {
  if (builder?.pid === undefined || builder.exitCode !== null || builder.signalCode !== null) return;
  try {
    process.kill(process.platform === "win32" ? builder.pid : -builder.pid, "SIGTERM");
  } catch {
    // Ended in the meantime.
  }
}

const inProduction = () => ({
  cwd: ROOT,
  env: { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
});

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
