import { type FSWatcher, globSync, statSync, watch } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Child } from "./child.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A change of many files is one. */
const TOGETHER_MS = 50;

/** What each process of a development start is made of. A test holds it against what they import. */
export const MADE_OF = {
  web: /^(?:prisma\/|server\/(?:dev-web\.ts|simulator\/credentials\.ts|(?:api|auth|domain|http|kernel|process)\/))/,
  worker:
    /^(?:inngest\/|prisma\/|server\/(?:worker\.ts|simulator\/credentials\.ts|api\/v1\/(?:events|fields|samples\/.+|webhooks\/webhook-events|.+\.wire)\.ts|(?:domain|kernel|process)\/(?!door\/)))/,
  simulators: /^server\/(?:simulator\/|kernel\/(?:counted|sign-of-life|time)\.ts)/,
};
/** What keeps all of them, and itself stays what it was at the start. */
const MAIN =
  /^server\/(?:main\.ts|process\/(?:child|demo-reseller|dev-server|embedded-postgres|ensure-build|first-import|generate-languages|follow-sources|front|hold-own-postgres|platform|postgres-binaries|postmaster|secrets|several-webs|start-service|stop-signal|trim-log|watch-child)\.ts)$/;

type Part = keyof typeof MADE_OF;
export type Kept = Partial<Record<Part | "backups", Child> & { webs: Pick<Child, "send"> }>;

/** Has those of the parts run anew that are made of what has changed. Returns how to end it. */
export function followSources(kept: Kept, say: (line: string) => void): () => void {
  const changed = new Set<string>();
  let replacing = false;
  const replace = async () => {
    if (replacing || changed.size === 0) return;
    replacing = true;
    const files = [...changed];
    changed.clear();
    const startedAt = performance.now();
    const parts = (Object.keys(MADE_OF) as Part[]).filter((part) => files.some((file) => MADE_OF[part].test(file)));
    const anew = await Promise.all(parts.map((part) => kept[part]?.replace()));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    for (const [i, part] of parts.entries())
      say(
        anew[i]
          ? `${files.join(", ")}: ${part} started again in ${seconds} s`
          : `${files.join(", ")}: ${part} cannot start as it is now (the reason was printed above). Mend it, and it is tried again.`,
      );
    for (const file of files.filter((name) => MAIN.test(name)))
      say(`${file} is part of the main process, which stays as it is: end npm run dev and start it again.`);
    replacing = false;
    await replace();
  };
  let timer: NodeJS.Timeout | undefined;
  return watchFolders(["inngest", "prisma", "server"], (file) => {
    if (!/\.(?:ts|sql|prisma)$/.test(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(replace, TOGETHER_MS);
  });
}

/** Each folder by itself: on Linux a recursive watch of Node's loses the files that an editor puts in the place of others. */
function watchFolders(folders: string[], changed: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const follow = (folder: string): void => {
    if (watchers.has(folder)) return;
    const watcher = watch(join(ROOT, folder), (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory()) followAll(path);
      else changed(path.replaceAll(sep, "/"));
    });
    // The folder was removed; what comes back is followed again.
    watcher.on("error", () => watchers.delete(folder) && watcher.close());
    watchers.set(folder, watcher);
  };
  const followAll = (folder: string): void => {
    const within = globSync("**/", { cwd: join(ROOT, folder) });
    for (const path of ["", ...within]) follow(relative(ROOT, join(ROOT, folder, path)));
  };
  for (const folder of folders) followAll(folder);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}
