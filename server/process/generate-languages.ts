import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "generated/languages");

/** Lists the languages: one for each file in `server/kernel/languages`, English first. Nothing is written that is so already. */
export function generateLanguages(): void {
  const codes = globSync("server/kernel/languages/*.json", { cwd: ROOT }).map((path) => basename(path, ".json"));
  const others = codes.filter((code) => code !== "en").sort();
  const all = ["en", ...others];
  const facts = all.map((code) => {
    const words = JSON.parse(readFileSync(join(ROOT, `server/kernel/languages/${code}.json`), "utf8"));
    const { language_name: name, language_english: english, language_dir: dir } = words;
    return `  ${code}: ${JSON.stringify({ name, english, dir })},`;
  });
  const imports = all.map(
    (code) => `import ${code} from "#server/kernel/languages/${code}.json" with { type: "json" };`,
  );
  write("list.ts", ["export const LIST = {", ...facts, "} as const;"]);
  write("words.ts", [...imports, "", `export const WORDS = { ${all.join(", ")} };`]);
}

function write(name: string, lines: string[]): void {
  const text = `${lines.join("\n")}\n`;
  const path = join(FOLDER, name);
  mkdirSync(FOLDER, { recursive: true });
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // There is none yet.
  }
  writeFileSync(path, text);
}
