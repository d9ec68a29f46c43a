import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of docs/snippets as it stands: what is shown is what the tests run. */
export const readSnippet = (name: string): string =>
  readFileSync(join(process.cwd(), "docs/snippets", name), "utf8").trimEnd();
