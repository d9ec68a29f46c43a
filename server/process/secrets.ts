import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "./start-error.ts";

/** What the first start makes up and every later one needs. Whoever has the data directory has these. */
export type Secrets = { masterKey: string; postgresPassword: string };

export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Secrets;
    } catch {
      throw new StartError(
        `${file} is not readable as JSON: restore it from a backup. Without it, stored secrets are lost.`,
      );
    }
  }
  if (existsSync(join(dataDir, "postgres")))
    throw new StartError(
      `${dataDir} holds a database but no secrets.json: restore that file, or move the folder away to start afresh.`,
    );
  const secrets = {
    masterKey: randomBytes(48).toString("base64url"),
    postgresPassword: randomBytes(24).toString("base64url"),
  };
  writePrivateFile(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Whole or not at all, readable by the owner only. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
