import { tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE_MS } from "./tests/support/until.ts";
import { IN_TURN, leftOut, secondsOf, TURNS, turnOf } from "./tests/turns.ts";

const turn = turnOf(process.env.TURN);
if (turn)
  process.stdout.write(
    `Turn ${turn} of ${TURNS} of the ${Object.keys(IN_TURN).length} files that take turns: \`TURN=${turn} npm test\` has these again, \`npm run test:all\` all of them.\n`,
  );

const common = {
  environment: "node" as const,
  env: { NODE_ENV: "test" as const, LOG_LEVEL: "silent" },
  // Loading the service's modules takes longer than most files run: a worker loads them once.
  isolate: false,
  setupFiles: ["tests/support/own-state.ts"],
  exclude: [...configDefaults.exclude, ...leftOut(turn)],
};
/** The service's modules as Node itself loads them, compiled once for all workers and for the processes that they start. */
const native = {
  ...common,
  env: { ...common.env, NODE_COMPILE_CACHE: join(tmpdir(), "svc-compile-cache") },
  setupFiles: [...common.setupFiles, "tests/support/as-node-loads.ts"],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};
/** Real PostgreSQL: one server for the run, one database per file, copied from a migrated template. */
const withDatabase = {
  ...native,
  globalSetup: ["tests/support/postgres.ts"],
  setupFiles: [...native.setupFiles, "tests/support/database-setup.ts"],
};

/** In the order in which they run: the pages for e2e are built beside the jobs; what is short comes last and fills the cores to the end. */
const ORDER = ["jobs", "e2e", "api", "tenancy", "domain", "suppliers", "repository", "unit", "architecture"];

/** Kind by kind, because workers are kept only from one file to the next of its kind; within a folder what takes long begins first. */
class KindByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) => secondsOf(moduleId);
    const place = ({ moduleId }: TestSpecification) => ORDER.indexOf(/.*\/tests\/(\w+)/.exec(moduleId)![1]!);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b) || length(b) - length(a));
  }
}

export default defineConfig({
  test: {
    globalSetup: ["tests/support/generated.ts"],
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // More than cores: many tests wait for suppliers, timers and browsers.
    maxWorkers: 6,
    sequence: { sequencer: KindByKind },
    projects: [
      // Pure: no sockets, no processes.
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts", "tests/architecture.test.ts"], ...common },
      },
      // What is tracked and what is installed: asks git, npm and the registry.
      { extends: true, test: { name: "repository", include: ["tests/repository.test.ts"], ...common } },
      // Adapters and simulators, over HTTP, without a database.
      { extends: true, test: { name: "suppliers", include: ["tests/suppliers/**/*.test.ts"], ...native } },
      // The service's own modules on a real database. One kind: its workers load them once for all four folders.
      {
        extends: true,
        test: {
          name: "modules",
          include: ["domain", "api", "tenancy", "jobs"].map((folder) => `tests/${folder}/**/*.test.ts`),
          ...withDatabase,
        },
      },
      {
        extends: true,
        // Whole services, most of them with a browser.
        test: {
          name: "e2e",
          globalSetup: ["tests/support/postgres.ts", "tests/support/build.ts"],
          include: ["tests/e2e/**/*.test.ts"],
          ...native,
          setupFiles: [...native.setupFiles, "tests/support/built.ts", "tests/support/told-on-failure.ts"],
        },
      },
    ],
  },
});
