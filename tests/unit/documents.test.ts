import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { jobs, schedules } from "#inngest/functions/index.ts";
import { buildProgram } from "#server/cli/program.ts";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/port.ts";
import { VARIABLES } from "#server/kernel/env.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Everything that is ours, files and folders. */
const FOLDERS = "app,components,deploy,docs,inngest,prisma,public,sdk,server,tests,generated,.ci,.github";
const places = globSync(["*", `{${FOLDERS}}/**`], { cwd: ROOT });
const known = new Set(places);
/** What documents may shorten a path to: `orders/advance-part.ts`, `advance-part.ts`, `domain/reseller/brand`. */
const endings = new Set(
  places.flatMap((place) => {
    const parts = place.split("/");
    return parts.map((_, i) => parts.slice(i).join("/"));
  }),
);

const sources = places.filter(
  (file) =>
    /\.(ts|tsx|mjs|js|json|sql|prisma|ya?ml|py|php|go|css|sh)$|(Caddy|Docker)file$/.test(file) &&
    join(ROOT, file) !== import.meta.filename &&
    !file.startsWith("generated/") &&
    statSync(join(ROOT, file)).isFile(),
);
const words = new Set(sources.flatMap((file) => read(file).match(/[A-Za-z_]\w*/g) ?? []));

// What changed is told under the names that things had.
const documents = globSync(["*.md", "docs/**/*.md", "sdk/*/README.md"], { cwd: ROOT }).filter(
  (file) => file !== "CHANGELOG.md",
);
/** Of the text between samples, what stands in backticks. */
const namedIn = (file: string) =>
  [
    ...read(file)
      .replace(/^```[\s\S]*?^```/gm, "")
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, name]) => name!);

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const workflows = places.filter((file) => /^\.github\/workflows\/.*\.yml$|^\.ci\/run$/.test(file));

/** Names of PostgreSQL, of its programs and of packages: they are in no file of ours. */
const OTHERS =
  `pg_ctl pg_basebackup pg_dump pg_trgm row_to_json max_standby_streaming_delay sync_replication_slots WalSync min_wal_size
  wal_compression commit_delay parseDate parseDataRow _parseRowAsArray _acquireClient relationJoins strictUndefinedChecks setup_future_usage pg_blocking_pids(pid) setBooleanFormatForQueryString('string')
  OTEL_EXPORTER_OTLP_HEADERS reusePort @ts-safeql/eslint-plugin @pgtyped/cli @tanstack/react-table`.split(/\s+/);
/** Examples, what is made when the service runs or is built, and what a decision says that it did away with. */
const MADE =
  `DATA_DIR/secrets.json DATA_DIR/mail DATA_DIR/checkpoints DATA_DIR/wal DATA_DIR/postgres.log secrets.json wal/ checkpoint-00000042.json
  BASE_BACKUP api_requests_p3 .next/.digest node_modules/.cache camelCase snake_case parseDecimal addFields`.split(
    /\s+/,
  );

/** What is missing of a name that a document has; undefined: nothing, or it is no name. */
function missing(name: string): string | undefined {
  if (OTHERS.includes(name) || MADE.includes(name)) return;
  const isPath = /^[\w@.()[\]-]+(\/[\w@.()[\]-]+)+\/?$/.test(name);
  if (isPath || /^[\w-]+\.(tsx?|sql|mdx?|m?js|json|ya?ml|sh|py|php|go|css)$/.test(name)) {
    const path = name.replace(/\/$/, "");
    const isWhole = FOLDERS.split(",").includes(path.split("/")[0]!);
    if (isWhole) return known.has(path) ? undefined : `the file ${name}`;
    return [path, `${path}.ts`].some((end) => endings.has(end)) ||
      words.has(path) ||
      existsSync(join(ROOT, "node_modules", path))
      ? undefined
      : `the file ${name}`;
  }
  const identifier = /^[A-Za-z_]\w*(?=(\(.*\))?$)/.exec(name)?.[0];
  if (!identifier || !/_|[a-z][A-Z]/.test(identifier)) return;
  // Metrics are declared without what Prometheus' names begin and end with, suppliers' settings as their adapters call them.
  const bare = [/^svc_(\w+)$/, /^svc_(\w+)_(?:seconds|total)$/].map((form) => form.exec(identifier)?.[1] ?? identifier);
  const setting = /^(?:SUPPLIER_([A-Z]+)|)_([A-Z_]+)$/.exec(identifier);
  const isSetting =
    setting !== null &&
    (setting[1] === undefined || SUPPLIER_CODES.some((code) => code === setting[1]!.toLowerCase())) &&
    (setting[2] === "URL" || words.has(setting[2]!.toLowerCase()));
  return [identifier, ...bare].some((one) => words.has(one)) || isSetting ? undefined : `the name ${name}`;
}

const program = buildProgram();

/** What `svc` does not take of a line that calls it. */
function unknownCommand(line: string): string | undefined {
  const [noun, ...rest] = line.split(/\s+/);
  const command = program.commands.find((one) => one.name() === noun);
  if (noun === "help") return;
  if (!command) return `svc ${noun}`;
  const verb = command.commands.find((one) => one.name() === rest[0]?.split("|")[0]);
  if (command.commands.length > 0 && !verb && /^[a-z]/.test(rest[0] ?? "")) return `svc ${noun} ${rest[0]}`;
  const options = [command, ...(verb ? [verb] : command.commands)].flatMap((one) =>
    one.options.map(({ long }) => long),
  );
  const option = rest.find((word) => word.startsWith("--") && !options.includes(word));
  return option && `svc ${noun} … ${option}`;
}

const headings = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );

describe.each(documents)("%s", (file) => {
  const text = read(file);

  test("names files, functions, variables, metrics and alerts that exist", () => {
    expect(namedIn(file).flatMap((name) => missing(name) ?? [])).toEqual([]);
  });

  test("names scripts and commands that exist", () => {
    const run = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script!);
    expect(run.filter((script) => !(script in scripts))).toEqual([]);
    const called = [
      ...[...text.matchAll(/npm run -s svc -- ([^\n`|#]+)/g)].map(([, line]) => line!),
      ...namedIn(file).flatMap((name) => (name.startsWith("svc ") ? name.slice("svc ".length) : [])),
    ];
    expect(called.flatMap((line) => (line.startsWith("<") ? [] : (unknownCommand(line) ?? [])))).toEqual([]);
  });

  test("leads to files, headings, decisions and pages that exist", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const lost = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      // Runbooks are read in the operators' area: their links are its addresses.
      const runbook = /^\/operator\/runbooks\/(.+)$/.exec(link)?.[1];
      if (runbook) return !known.has(`docs/runbooks/${runbook}.md`);
      if (link.startsWith("/"))
        return !known.has(`app/(operator)${link}/page.tsx`) && !known.has(`app${link}/page.tsx`);
      const [path, heading] = link.split("#") as [string, string?];
      const target = path === "" ? file : relative(ROOT, join(ROOT, dirname(file), path));
      return !known.has(target) || (heading !== undefined && !headings(target).includes(heading));
    });
    expect(lost).toEqual([]);
    const decisions = [...text.matchAll(/[dD]ecisions? (\d+(?:(?:, | and |, and )\d+\b(?! ))*)/g)].flatMap(
      ([, list]) => list!.match(/\d+/g)!,
    );
    const kept = new Set(places.flatMap((place) => /^docs\/decisions\/0*(\d+)-/.exec(place)?.[1] ?? []));
    expect(decisions.filter((number) => !kept.has(number))).toEqual([]);
  });
});

test("README's table has every variable that the service reads, and no other", () => {
  const rows = [...read("README.md").matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, cell]) => cell!.match(/[A-Z_]+/g)!,
  );
  const ofPackages = /^(SUPPLIER_|_|OTEL_)/;
  expect(rows.filter((name) => !ofPackages.test(name) && !VARIABLES.includes(name))).toEqual([]);
  const told = read("README.md");
  // The first is Node's, the second is for tests.
  expect(
    VARIABLES.filter((name) => !["NODE_ENV", "TIME_SCALE"].includes(name) && !told.includes(`\`${name}\``)),
  ).toEqual([]);
});

test("ARCHITECTURE's table has every job, and no other", () => {
  const table = /^\| Function \|[\s\S]*?\n\n/m.exec(read("ARCHITECTURE.md"))![0];
  const told = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) => cell!.match(/[a-z-]+/g)!);
  expect(told.sort()).toEqual([...jobs, ...schedules].map(({ name }) => name).sort());
});

test("what is not found is said", () => {
  expect(missing("server/domain/selling/orders/gone.ts")).toBe("the file server/domain/selling/orders/gone.ts");
  expect(missing("orders/gone.ts")).toBe("the file orders/gone.ts");
  expect(missing("gone.ts")).toBe("the file gone.ts");
  expect(missing("goneFromHere()")).toBe("the name goneFromHere()");
  expect(missing("GONE_FROM_HERE")).toBe("the name GONE_FROM_HERE");
  expect(missing("GoneFromHere")).toBe("the name GoneFromHere");
  expect(missing("svc_gone_from_here_seconds")).toBe("the name svc_gone_from_here_seconds");
  expect(missing("SUPPLIER_GONE_URL")).toBe("the name SUPPLIER_GONE_URL");
  expect(unknownCommand("ledger gone")).toBe("svc ledger gone");
  expect(unknownCommand("ledger verify --gone")).toBe("svc ledger … --gone");
  expect(unknownCommand("gone")).toBe("svc gone");
});

describe("scripts and workflows", () => {
  const lines: [string, string][] = [
    ...Object.entries(scripts),
    ...workflows.flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:- )?run: (.+)$|^((?:npm|npx|\.ci|deploy)\b.+)$/gm)].map(
        ([, step, line]): [string, string] => [file, step ?? line!],
      ),
    ),
  ];
  const projects = [...read("vitest.config.ts").matchAll(/\bname: "(\w+)"/g)].map(([, name]) => name!);

  test.each(lines)("%s: %s", (_name, line) => {
    for (const [, project] of line.matchAll(/--project[ =](\S+)/g)) expect(projects).toContain(project);
    for (const [path] of line.matchAll(/(?<=^|[\s=])(?:\.ci|[a-z]+)\/[\w./-]+/g)) expect(known, line).toContain(path);
    for (const [, script] of line.matchAll(/npm run (?:-s )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });

  test("there is something to hold", () => {
    expect(projects.length).toBeGreaterThan(3);
    expect(workflows.length).toBeGreaterThan(1);
    expect(lines.filter(([name]) => name.startsWith(".")).length).toBeGreaterThan(4);
  });
});
