import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SOURCE = join(import.meta.dirname, "../../sdk/typescript");
const README = join(SOURCE, "README.md");

/** Builds the TypeScript library as its package script does, into a program's `node_modules`. Returns what the compiler finds wrong. */
export function buildSdk(program: string): string[] {
  const folder = join(program, "node_modules/reseller-esim");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "README.md", "CHANGELOG.md", "LICENSE"])
    cpSync(join(SOURCE, file), join(folder, file));
  const { config } = ts.readConfigFile(join(SOURCE, "tsconfig.json"), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, SOURCE);
  return compile(fileNames, { ...options, outDir: join(folder, "dist") });
}

/** The TypeScript of the README, one file after the other, as a reader would paste it. Returns the files. */
export function pasteReadme(program: string): string[] {
  writeFileSync(join(program, "package.json"), JSON.stringify({ type: "module" }));
  const blocks = [...readFileSync(README, "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  return blocks.map((code, i) => {
    const file = join(program, `step-${i + 1}.ts`);
    writeFileSync(file, code);
    return file;
  });
}

/** Type-checks a reader's program against the built library, as strictly as we do. */
export const checkProgram = (files: string[]): string[] =>
  compile(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(import.meta.dirname, "../../node_modules/@types")],
  });

function compile(files: string[], options: ts.CompilerOptions): string[] {
  const program = ts.createProgram(files, options);
  const emitted = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics].map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

/** What a program loads of it, in bytes after gzip. */
export function shippedFiles(program: string): Record<string, string> {
  const dist = join(program, "node_modules/reseller-esim/dist");
  return Object.fromEntries(
    globSync("*.js", { cwd: dist }).map((file) => [file, readFileSync(join(dist, file), "utf8")]),
  );
}
