import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { BUILD_ONLY, neededPackages } from "#deploy/image/leave-out.ts";
import { operations } from "#server/api/v1/index.ts";
import { samples } from "#server/api/v1/samples/index.ts";
import { tags } from "#server/api/v1/tags.ts";
import type { Operation } from "#server/http/operation.ts";
import { MADE_OF } from "#server/process/follow-sources.ts";

const ROOT = join(import.meta.dirname, "..");
const files = globSync("{app,components,server,inngest,prisma}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !file.includes("/migrations/"),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** The rooms of the domain and the modules in them; each module may use those before it. */
const ROOMS: Record<string, string[]> = {
  record: ["audit-log", "notifications"],
  reseller: ["names", "accounts", "keys", "mcp", "pictures", "brand", "request-log"],
  messaging: ["webhooks", "listeners", "drills", "sender", "mail", "announcements"],
  catalogue: ["suppliers", "pricing", "places", "catalog"],
  money: ["ledger", "credit", "books", "payments", "funding"],
  selling: ["quotes", "esims", "routing", "orders", "actions", "esim-reports", "topups", "scenes"],
  people: ["onboarding", "staff", "views"],
  shop: ["views", "pages", "law", "discounts", "vouchers", "invoices", "checkout", "guarantee", "handover", "sales"],
  control: [
    "statements",
    "approvals",
    "reconciliation",
    "sales",
    "secrets",
    "invariants",
    "backups",
    "closing",
    "partitions",
    "cells",
    "health",
    "alerts",
    "incidents",
    "search",
    "attention",
  ],
};
const DOMAIN_ORDER = Object.entries(ROOMS).flatMap(([room, modules]) => modules.map((module) => `${room}/${module}`));

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

/** What is loaded with a file, types apart. */
function closureOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !sources.has(entry)) return seen;
  seen.add(entry);
  for (const { from, to, typeOnly } of imports) if (from === entry && !typeOnly) closureOf(to, seen);
  return seen;
}

/** Where the filters of lists are declared. */
const filters = files.filter((file) => /^server\/(kernel\/list|domain\/.*)-filter\.ts$/.test(file));
/** What components use of the server: filters, how amounts are read, the languages of shops, and what suppliers are called. */
const shared = [
  ...filters,
  "server/kernel/amount-places.ts",
  "server/kernel/amount-text.ts",
  "server/kernel/languages.ts",
  "server/domain/catalogue/suppliers/supplier-names.ts",
];

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
      const own = from.split("/").slice(2, 4).join("/");
      const other = /^server\/domain\/([^/]+\/[^/]+)\/(.*)$/.exec(to);
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

  test("every module is listed in a room and says in its first sentence what it is for", () => {
    const found = globSync("server/domain/*/*", { cwd: ROOT }).map((path) => path.replace("server/domain/", ""));
    expect(found.sort()).toEqual([...DOMAIN_ORDER].sort());
    const mute = DOMAIN_ORDER.filter(
      (module) => !/^\/\*\*[^/]*?\w[^/]*[.)]\s+\*\//.test(sources.get(`server/domain/${module}/index.ts`) ?? ""),
    );
    expect(mute).toEqual([]);
  });

  test("nothing imports itself through others, types included", () => {
    const uses = new Map<string, string[]>();
    for (const { from, to } of imports) uses.set(from, [...(uses.get(from) ?? []), to]);
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) {
        circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
        return;
      }
      if (done.has(file)) return;
      for (const to of uses.get(file) ?? []) walk(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    expect(circles).toEqual([]);
  });

  test("the domain knows no framework and no job engine", () => {
    expect(
      within("server/domain/", "server/kernel/")
        .filter(({ to }) => /^(next|react|@trpc|inngest|graphile-worker|commander)(\/|$)/.test(to))
        .map(name),
    ).toEqual([]);
  });

  test("the HTTP kernel uses the kernel, keys, accounts' plans, the request log and drills", () => {
    expect(
      only(
        within("server/http/"),
        "server/http/",
        "server/kernel/",
        "server/domain/reseller/keys/index.ts",
        "server/domain/reseller/accounts/index.ts",
        "server/domain/reseller/request-log/index.ts",
        "server/domain/messaging/drills/index.ts",
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

  test("the storefront's pages stand on the domain's indexes, and its proxy on the brand's, headers and two cookies", () => {
    const own = within("server/storefront/");
    const shared = ["server/auth/", "server/api/brand/", "server/http/security-headers.ts"];
    expect(only(own, "server/storefront/", "server/domain/", "server/kernel/", ...shared)).toEqual([]);
    expect(own.filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts")).map(name)).toEqual([]);
    const proxy = readFileSync(join(ROOT, "proxy.ts"), "utf8").matchAll(/from "(#[^"]+)"/g);
    expect([...proxy].map(([, from]) => from)).toEqual([
      "#server/auth/currency-cookie.ts",
      "#server/domain/reseller/brand/index.ts",
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
        ...filters,
      ),
    ).toEqual([]);
    expect(
      within("components/")
        .filter(({ to, typeOnly }) => to.startsWith("server/") && !typeOnly && !shared.includes(to))
        // Every word of every language: pages are made of them, and no browser gets them.
        .filter(({ from, to }) => from !== "components/storefront/translate.ts" || to !== "server/kernel/words.ts")
        .map(name),
    ).toEqual([]);
  });

  test("a list's filters come to the browser with nothing that needs the server", () => {
    const loaded = new Set(shared.flatMap((file) => [...closureOf(file)]));
    const needs = imports.filter(({ from, to, typeOnly }) => loaded.has(from) && !typeOnly && !isOurs(to));
    expect(needs.map(name)).toEqual([]);
    expect(filters.length).toBeGreaterThan(8);
  });

  test("the portal's API uses the domain's indexes, the kernel and who is signed in", () => {
    const portal = within("server/trpc/", "server/auth/");
    expect(only(portal, "server/trpc/", "server/auth/", "server/domain/", "server/kernel/")).toEqual([]);
    expect(portal.filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts")).map(name)).toEqual(
      [],
    );
  });

  test("files for download use what the portal's API is made of and the words and colours of shops, and nothing uses them", () => {
    const files = within("server/files/");
    const looks = ["components/storefront/translate.ts", "components/storefront/theme/color.ts"];
    const asker = "server/auth/client.ts";
    expect(only(files, "server/files/", "server/trpc/", asker, "server/domain/", "server/kernel/", ...looks)).toEqual(
      [],
    );
    expect(files.filter(({ to }) => to.startsWith("server/domain/") && !to.endsWith("/index.ts")).map(name)).toEqual(
      [],
    );
    expect(
      within("server/").filter(({ from, to }) => to.startsWith("server/files/") && !from.startsWith("server/files/")),
    ).toEqual([]);
  });

  test("the simulators stand apart: they share no code with what they test", () => {
    expect(only(within("server/simulator/"), "server/simulator/", "server/kernel/")).toEqual([]);
  });
});

describe("the map", () => {
  const map = readFileSync(join(ROOT, "docs/map.md"), "utf8");
  /** The place of a file on the map. */
  const placeOf = (file: string): string => {
    const [top = "", second = "", third = ""] = file.split("/");
    if (top !== "server") return top;
    if (second === "domain") return third;
    return second.endsWith(".ts") ? "process" : second;
  };
  const uses = new Map<string, Set<string>>();
  // Tools that people run by hand.
  const tools = ["prisma/diff.ts", "prisma/generate.ts"];
  for (const { from, to, typeOnly } of imports.filter(({ from, to }) => isOurs(to) && !tools.includes(from))) {
    const [user, used] = [placeOf(from), placeOf(to)];
    if (typeOnly || user === used || used === "generated") continue;
    uses.set(user, (uses.get(user) ?? new Set()).add(used));
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });

  test("draws every place and every use that does not follow from others", () => {
    const places = new Set([...uses.keys(), ...[...uses.values()].flatMap((used) => [...used])]);
    const drawn = [...map.matchAll(/^ +(\w+)\[/gm)].map(([, place]) => place!).filter((place) => place !== "domain");
    expect(drawn.sort()).toEqual([...places].sort());
    const direct = [...uses].flatMap(([user, used]) =>
      [...used]
        .filter((to) => ![...used].some((other) => other !== to && reaches(other, to)))
        .map((to) => `${user} --> ${to}`),
    );
    expect([...map.matchAll(/^ +(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow).sort()).toEqual(direct.sort());
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

  test("an operation is whole, or this says which one it is and what to add", () => {
    const declared = files.flatMap((file) =>
      file.startsWith("server/api/v1/")
        ? [...sources.get(file)!.matchAll(/^export const (\w+) = operation\(/gm)].map(([, id]) => ({ id: id!, file }))
        : [],
    );
    const requests = readFileSync(join(ROOT, "tests/support/samples.ts"), "utf8");
    const missing = declared.flatMap(({ id, file }) => {
      const operation = (operations as Record<string, Operation>)[id];
      if (!operation) return [`${file}: add ${id} to server/api/v1/index.ts`];
      const route = `app/api/v1${operation.path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
      return [
        ...(sources.get(route)?.includes(id) ? [] : [`${id}: bind it in ${route}`]),
        ...(id in samples ? [] : [`${id}: add what readers see of it to server/api/v1/samples`]),
        ...(requests.includes(`\n  ${id}: (`)
          ? []
          : [`${id}: add a request that succeeds to tests/support/samples.ts`]),
        ...(operation.tag in tags ? [] : [`${id}: describe its tag ${operation.tag} in server/api/v1/tags.ts`]),
      ];
    });
    expect(missing).toEqual([]);
    expect(declared.map(({ id }) => id).sort()).toEqual(Object.keys(operations).sort());
  });

  test("a job is registered where the engine finds it", () => {
    const registered = sources.get("inngest/functions/index.ts")!;
    const lost = files
      .filter((file) => /^inngest\/functions\/(?!index)/.test(file))
      .filter((file) => !registered.includes(`"./${file.slice("inngest/functions/".length)}"`));
    expect(lost.map((file) => `${file}: add it to inngest/functions/index.ts`)).toEqual([]);
  });

  test("what a development start runs anew after a change is what is made of it", () => {
    const entries = { web: "server/dev-web.ts", worker: "server/worker.ts", simulators: "server/simulator/main.ts" };
    for (const [part, entry] of Object.entries(entries)) {
      const pattern = MADE_OF[part as keyof typeof MADE_OF];
      const made = [...closureOf(entry)].filter(
        (file) => !/^generated\/|explain-failure|ensure-build|build-progress/.test(file),
      );
      expect(
        made.filter((file) => !pattern.test(file)),
        part,
      ).toEqual([]);
    }
  });

  test("what Node runs imports no package that the image leaves out", () => {
    const programs = [
      "main",
      "worker",
      "migrate",
      "cli/main",
      "backup/main",
      "simulator/main",
      "domain/reseller/pictures/encoder",
    ];
    const run = new Set(programs.flatMap((program) => [...closureOf(`server/${program}.ts`)]));
    const packages = imports.flatMap(({ from, to, typeOnly }) =>
      run.has(from) && !typeOnly && !isOurs(to) && !to.startsWith("node:") ? [/^(@[^/]+\/)?[^/]+/.exec(to)![0]] : [],
    );
    expect(packages.filter((name) => BUILD_ONLY.includes(name))).toEqual([]);
    // What is imported is declared, so that it is not there by chance; and some of it is found, so that the walk goes anywhere.
    const kept = neededPackages(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
    expect(packages.filter((name) => !kept.has(`node_modules/${name}`))).toEqual([]);
    expect(new Set(packages).size).toBeGreaterThan(25);
  });

  test("a form says what a browser does with it before any script has come: in no other is a field kept out of the address", () => {
    const silent = files.filter((file) =>
      [...sources.get(file)!.matchAll(/<form\b[^<]*/g)].some(([tag]) => !/\b(?:method|action)=/.test(tag)),
    );
    expect(silent.map((file) => `${file}: add method="post" to the form`)).toEqual([]);
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

  test("a number of PostgreSQL's locks is written down once, so that nobody waits for what is another's", () => {
    const places = files.flatMap((file) =>
      [...sources.get(file)!.matchAll(/\b7_?276_?318_?2\d\d\b/g)].map(([number]) => number.replaceAll("_", "")),
    );
    expect(places.length).toBeGreaterThan(3);
    expect(places.toSorted()).toEqual([...new Set(places)].toSorted());
  });

  test("what a process holds or waits for is measured by a clock that nobody sets", () => {
    // What is signed, written down or bounded by the day, claims and turns that end while a machine sleeps, and who watches that clock.
    const ofTheDay =
      /^(?:inngest\/(?:send-jobs|watch-clock)|server\/(?:backup\/keep-backups|cli\/.+|move\/.+|simulator\/.+|kernel\/cell-calls|domain\/(?:catalogue\/suppliers\/.+|messaging\/(?:listeners\/read-events|webhooks\/(?:attempt-delivery|post-to-address|send-drilled|sender))|reseller\/brand\/preview)))\.ts$/;
    const onServer = files.filter((file) => /^(?:inngest|server)\//.test(file) && !ofTheDay.test(file));
    const found = onServer.filter((file) => sources.get(file)!.includes("Date.now()"));
    expect(found.map((file) => `${file}: performance.now()`)).toEqual([]);
  });

  test("a connection that breaks while nothing is asked ends no process: whoever opens one listens to its errors", () => {
    const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
    const deaf = files.filter((file) => {
      const text = sources.get(file)!;
      return count(text, /new pg\.Client\(/g) > count(text, /\bon\("error"/g);
    });
    expect(deaf).toEqual([]);
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
