import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const CHART = join(HERE, "reseller-esim-service");
export const RENDERED = join(HERE, "rendered.yaml");

/** Of everything that the rendered file is made of: whoever has no Helm sees that it is as old as they are. */
export function digestChart(): string {
  const files = [...globSync("reseller-esim-service/**/*.*", { cwd: HERE }), "example.yaml"].sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(HERE, file)));
  return hash.digest("hex");
}

// `npm run chart`: lints the chart and renders it with example.yaml, for the tests and for who reads it.
if (import.meta.main) {
  const values = ["--values", join(HERE, "example.yaml"), "--kube-version", "1.31.0"];
  const helm = (...words: string[]) => execFileSync("helm", words, { encoding: "utf8" });
  process.stdout.write(helm("lint", "--strict", CHART, ...values));
  const rendered = helm("template", "esim", CHART, "--namespace", "esim", ...values).replaceAll(/ +$/gm, "");
  writeFileSync(RENDERED, `# Rendered by npm run chart, from ${digestChart()}\n${rendered}`);
}
