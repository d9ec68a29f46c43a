import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "#server/api/v1/index.ts";

const ROOT = join(import.meta.dirname, "..");
const files = globSync("{app,components,server,inngest,prisma}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !file.includes("/migrations/"),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** Modules of the domain; each may use those before it. */
const DOMAIN_ORDER = [
  "audit",
  "notices",
  "accounts",
  "suppliers",
  "ledger",
  "books",
  "secrets",
  "keys",
  "pricing",
  "catalog",
  "quotes",
  "brand",
  "webhooks",
  "mail",
  "esims",
  "orders",
  "actions",
  "esim-reports",
  "topups",
  "payments",
  "funding",
  "checkout",
  "staff",
  "decisions",
  "request-log",
  "invariants",
  "reconciliation",
  "announcements",
  "numbers",
  "health",
];

const ALIASES: Record<string, string> = {
  "#app/": "app/",
  "#components/": "components/",
  "#inngest/": "inngest/",
  "#prisma/": "prisma/",
  "#server/": "server/",
  "#generated/": "generated/",
};

type Import = { from: string; to: string; typeOnly: boolean };

function importsOf(file: string): Import[] {
  const found = [
    ...sources
      .get(file)!
      .matchAll(/^(?:import|export)\s+(type\s+)?(?:[^"';]*?\s+from\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm),
  ];
  return found.map(([, type, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic!;
    const alias = Object.keys(ALIASES).find((name) => specifier.startsWith(name));
    const to = alias
      ? specifier.replace(alias, ALIASES[alias]!)
      : specifier.startsWith(".")
        ? relative(ROOT, join(ROOT, dirname(file), specifier))
        : specifier;
    return { from: file, to, typeOnly: type !== undefined };
  });
}

const imports = files.flatMap(importsOf);
const within = (...folders: string[]) =>
  imports.filter(({ from }) => folders.some((folder) => from.startsWith(folder)));
const name = ({ from, to }: Import) => `${from} → ${to}`;
const isOurs = (to: string) => /^(app|components|server|inngest|prisma|generated)\//.test(to) && to !== "inngest/next";

function only(list: Import[], ...allowed: string[]): string[] {
  return list.filter(({ to }) => isOurs(to) && !allowed.some((prefix) => to.startsWith(prefix))).map(name);
}

describe("imports", () => {
  test("every file that is imported exists", () => {
    expect(
      imports.filter(({ to }) => isOurs(to) && !to.startsWith("generated/") && !existsSync(join(ROOT, to))).map(name),
    ).toEqual([]);
  });

  test("the kernel knows nothing above it", () => {
    expect(only(within("server/kernel/"), "server/kernel/", "generated/")).toEqual([]);
  });

  test("the domain uses the kernel and earlier modules through their index only", () => {
    const wrong = within("server/domain/").filter(({ from, to, typeOnly }) => {
      if (!isOurs(to) || to.startsWith("server/kernel/") || (to.startsWith("generated/") && typeOnly)) return false;
      const own = from.split("/")[2]!;
      const other = /^server\/domain\/([^/]+)\/(.*)$/.exec(to);
      if (!other) return true;
      if (other[1] === own) return false;
      return (
        other[2] !== "index.ts" ||
        DOMAIN_ORDER.indexOf(other[1]!) >= DOMAIN_ORDER.indexOf(own) ||
        !DOMAIN_ORDER.includes(own)
      );
    });
    expect(wrong.map(name)).toEqual([]);
  });

  test("the domain knows no framework and no job engine", () => {
    expect(
      within("server/domain/", "server/kernel/")
        .filter(({ to }) => /^(next|react|@trpc|inngest|graphile-worker|commander)(\/|$)/.test(to))
        .map(name),
    ).toEqual([]);
  });

  test("the HTTP kernel uses the kernel, keys, accounts' plans and the request log", () => {
    expect(
      only(
        within("server/http/"),
        "server/http/",
        "server/kernel/",
        "server/domain/keys/index.ts",
        "server/domain/accounts/index.ts",
        "server/domain/request-log/index.ts",
      ),
    ).toEqual([]);
  });

  test("the public contract uses the HTTP kernel and the domain's indexes", () => {
    const wrong = within("server/api/").filter(
      ({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts"),
    );
    expect(wrong.map(name)).toEqual([]);
    expect(only(within("server/api/"), "server/api/", "server/http/", "server/domain/", "server/kernel/")).toEqual([]);
  });

  test("the storefront's pages stand on the domain's indexes, and its proxy on the brand's, headers and a cookie", () => {
    const own = within("server/storefront/");
    const shared = ["server/auth/", "server/api/brand/", "server/http/security-headers.ts"];
    expect(only(own, "server/storefront/", "server/domain/", "server/kernel/", ...shared)).toEqual([]);
    expect(own.filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts")).map(name)).toEqual([]);
    const proxy = readFileSync(join(ROOT, "proxy.ts"), "utf8").matchAll(/from "(#[^"]+)"/g);
    expect([...proxy].map(([, from]) => from)).toEqual([
      "#server/domain/brand/index.ts",
      "#server/http/security-headers.ts",
      "#server/storefront/browser.ts",
    ]);
  });

  test("jobs use the domain and the kernel", () => {
    expect(only(within("inngest/"), "inngest/", "server/domain/", "server/kernel/")).toEqual([]);
    expect(
      within("inngest/")
        .filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts"))
        .map(name),
    ).toEqual([]);
  });

  test("route files bind operations, pages use components, components no server", () => {
    const routes = imports.filter(({ from }) => /^app\/api\/v1\/.*route\.ts$/.test(from));
    expect(only(routes, "server/api/", "server/http/route.ts")).toEqual([]);
    const pages = imports.filter(({ from }) => from.startsWith("app/") && from.endsWith(".tsx"));
    const storefront = pages.filter(({ from }) => from.startsWith("app/(storefront)/"));
    expect(only(storefront, "app/", "components/storefront/", "server/storefront/index.ts")).toEqual([]);
    expect(
      only(
        pages.filter((page) => !storefront.includes(page)),
        "app/",
        "components/",
        "server/trpc/caller.ts",
        "server/auth/",
        "server/kernel/errors.ts",
        "server/api/v1/openapi.ts",
      ),
    ).toEqual([]);
    expect(
      within("components/")
        .filter(({ to, typeOnly }) => to.startsWith("server/") && !typeOnly)
        .map(name),
    ).toEqual([]);
  });

  test("the portal's API uses the domain's indexes, the kernel and who is signed in", () => {
    const portal = within("server/trpc/", "server/auth/");
    expect(only(portal, "server/trpc/", "server/auth/", "server/domain/", "server/kernel/")).toEqual([]);
    expect(portal.filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts")).map(name)).toEqual(
      [],
    );
  });

  test("the simulators stand apart: they share no code with what they test", () => {
    expect(only(within("server/simulator/"), "server/simulator/", "server/kernel/")).toEqual([]);
  });
});

describe("the house", () => {
  test("an operation's file, export and id have one name", () => {
    for (const id of Object.keys(operations)) {
      const file = `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      const path = files.find((candidate) => candidate.startsWith("server/api/v1/") && candidate.endsWith(`/${file}`));
      expect(path, `${id} should be in ${file}`).toBeDefined();
      expect(sources.get(path!)).toContain(`export const ${id} = operation(`);
    }
  });

  test("environment variables are read in one place", () => {
    const readers = files.filter((file) => /process\.env\b/.test(sources.get(file)!));
    expect(
      readers.filter(
        (file) =>
          !/^server\/(kernel\/env|process\/(platform|ensure-build|start-service)|cli\/with-platform|simulator\/main)\.ts$|^prisma\/generate\.ts$/.test(
            file,
          ),
      ),
    ).toEqual([]);
  });

  test("no file is too long to be read in one go", () => {
    const long = files.filter((file) => sources.get(file)!.split("\n").length > 250);
    expect(long).toEqual([]);
    const lengths = files.map((file) => sources.get(file)!.split("\n").length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60);
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(180);
  });

  test("nothing is left undone or switched off", () => {
    const signs = files.filter((file) =>
      /\b(TODO|FIXME)\b|@ts-ignore|@ts-expect-error|as any\b|: any\b(?!\[\])/.test(
        sources.get(file)!.replace(/\/\/ biome-ignore.*\n.*\n/g, ""),
      ),
    );
    expect(signs).toEqual([]);
  });
});
