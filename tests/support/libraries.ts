import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const SDK = join(import.meta.dirname, "../../sdk");

/** Plays the tests of a library and the first sample of its README: what that printed, null where the language is not installed. */
export const libraries: Record<string, (env: Record<string, string>) => Promise<string | null>> = {
  async Python(env) {
    const run = runs({ ...env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: join(SDK, "python") });
    if ((await version(run, "python3", "-c", "import sys; print(sys.version_info >= (3, 9))")) !== "True") return null;
    await run("python3", ["-m", "unittest", "discover", "-s", join(SDK, "python/tests")]);
    return await run("python3", ["-c", sampleOf("python")]);
  },

  async Go(env) {
    const path = `${process.env.PATH}:/usr/local/go/bin`;
    const library = join(SDK, "go");
    const run = runs({ ...env, PATH: path, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" });
    const [, minor] = (await version(run, "go", "env", "GOVERSION")).match(/^go1\.(\d+)/) ?? [];
    if (Number(minor ?? 0) < 23) return null;
    const unformatted = await run("gofmt", ["-l", library]);
    if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
    await run("go", ["vet", "./..."], library);
    await run("go", ["test", "./..."], library);
    const module = "reseller-esim.example/go";
    return await inProgram(
      {
        "main.go": sampleOf("go"),
        "go.mod": `module steps\n\ngo 1.23\n\nrequire ${module} v0.0.0\n\nreplace ${module} => ${library}\n`,
      },
      (program) => run("go", ["run", "."], program),
    );
  },

  async PHP(env) {
    const run = runs(env);
    if ((await version(run, "php", "-r", "echo PHP_VERSION_ID >= 80100 && extension_loaded('curl');")) !== "1")
      return null;
    await run("php", [join(SDK, "php/tests/run.php")]);
    const files = {
      "steps.php": sampleOf("php"),
      "vendor/autoload.php": `<?php require '${join(SDK, "php/autoload.php")}';`,
    };
    return await inProgram(files, (program) => run("php", ["steps.php"], program));
  },
};

type Run = (command: string, args: string[], cwd?: string) => Promise<string>;

const runs =
  (env: Record<string, string>): Run =>
  async (command, args, cwd) =>
    (await promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env } })).stdout;

const version = (run: Run, command: string, ...args: string[]): Promise<string> =>
  run(command, args).then(
    (printed) => printed.trim(),
    () => "",
  );

const sampleOf = (language: string): string =>
  readFileSync(join(SDK, language, "README.md"), "utf8").match(
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``),
  )![1]!;

async function inProgram(files: Record<string, string>, run: (folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "svc-sdk-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
