import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { MasterStore } from "#server/domain/control/secrets/index.ts";
import { env } from "#server/kernel/env.ts";
import { StartError } from "./start-error.ts";

/** What the first start makes up and every later one needs. Whoever has the data directory has these. */
export type Secrets = {
  masterKey: string;
  postgresPassword: string;
  /** While MASTER_KEY is replaced: the one that shall be, until both open the keys; then the one that was. */
  nextMasterKey?: string;
  formerMasterKey?: string;
};

const fileOf = (dataDir: string): string => join(dataDir, "secrets.json");

const save = (dataDir: string, secrets: Secrets): void =>
  writePrivateFile(fileOf(dataDir), JSON.stringify(secrets, null, 2));

const newMasterKey = (): string => randomBytes(48).toString("base64url");

export function loadSecrets(dataDir: string): Secrets {
  const file = fileOf(dataDir);
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
    masterKey: newMasterKey(),
    postgresPassword: randomBytes(24).toString("base64url"),
  };
  save(dataDir, secrets);
  return secrets;
}

/** The MASTER_KEY that followed this one in the data directory; null when none did. */
export function successorOf(dataDir: string, masterKey: string): string | null {
  if (!existsSync(fileOf(dataDir))) return null;
  const secrets = loadSecrets(dataDir);
  return secrets.formerMasterKey === masterKey ? secrets.masterKey : null;
}

/** The data directory as the place where MASTER_KEY is replaced: the former one stays until it opens nothing any more. */
export function masterInDataDir(dataDir: string): MasterStore {
  return {
    advice: null,
    next() {
      const { nextMasterKey: begun, ...secrets } = loadSecrets(dataDir);
      // What was begun and broken off goes on with the same key.
      if (secrets.formerMasterKey) return secrets.masterKey;
      const nextMasterKey = begun ?? newMasterKey();
      if (!begun) save(dataDir, { ...secrets, nextMasterKey });
      return nextMasterKey;
    },
    introduce(next) {
      const { masterKey, postgresPassword } = loadSecrets(dataDir);
      if (masterKey !== next) save(dataDir, { masterKey: next, postgresPassword, formerMasterKey: masterKey });
    },
    forgetFormer() {
      const { masterKey, postgresPassword, formerMasterKey } = loadSecrets(dataDir);
      if (formerMasterKey) save(dataDir, { masterKey, postgresPassword });
    },
  };
}

/** The variables that an operator sets for every process. */
export const masterInVariables = (): MasterStore => ({
  advice:
    "The keys are opened by both. Restart every process with the new MASTER_KEY, one after the other; then run `svc secrets rotate` again, with MASTER_KEY set to the new one.",
  next: () => env().newMasterKey ?? null,
  introduce() {},
  forgetFormer() {},
});

/** Whole or not at all, readable by the owner only. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const made = openSync(`${file}.new`, "w", 0o600);
  writeFileSync(made, text);
  fsyncSync(made);
  closeSync(made);
  renameSync(`${file}.new`, file);
}
