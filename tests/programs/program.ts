import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
export const fileOf = (path: string): string => join(ROOT, path);

export type Command = [command: string, ...args: string[]];

/** Writes a program of an integrator's into an empty folder: what the documentation shows, and as little as there must be around it. */
export type Program = (folder: string, port: number) => Promise<Made | { missing: string }>;

/** It reads `SVC_URL`, `SVC_KEY`, `PORT`, and the secret of its webhooks from the variable that its sample has. */
export type Made = {
  receive: Command;
  hook: string;
  secret: "WEBHOOK_SECRET" | "SVC_HOOK_SECRET";
  /** What it answers to a stranger. */
  refusal: 400 | 401;
  /** A command that buys, or where the receiver is asked to, and what it calls the package. */
  buy: Command | { path: string; plan: "packageId" | "package_id" };
};

/** As the programs are run: Go is often installed beside what is looked through, and nothing is fetched. */
export const surroundings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env.PATH}${delimiter}/usr/local/go/bin`,
  GOFLAGS: "-mod=mod",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONPATH: fileOf("sdk/python"),
});

/** What a command prints. */
export async function run([command, ...args]: Command, cwd?: string, env: object = {}): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd, env: { ...surroundings(), ...env } })).stdout.trim();
}

/** The same, and nothing where it is not there or fails. */
export const asked = (...command: Command): Promise<string> => run(command).catch(() => "");

/** The samples of a library's README, in order. */
export const samplesOf = (library: string, language = library): string[] =>
  [
    ...readFileSync(fileOf(`sdk/${library}/README.md`), "utf8").matchAll(
      new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"),
    ),
  ].map(([, code]) => code!);

export function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
