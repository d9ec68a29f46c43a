import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const common = { environment: "node" as const, env: { NODE_ENV: "test" as const, LOG_LEVEL: "silent" } };
/** Real PostgreSQL: one server for the run, one database per worker, copied from a migrated template. */
const withDatabase = {
  ...common,
  globalSetup: ["tests/support/postgres.ts"],
  setupFiles: ["tests/support/database-setup.ts"],
};

const WORKERS = 4;

/**
 * What takes long begins first, so that the cores are busy to the end: jobs while the pages are being built, then browsers
 * beside jobs, which mostly wait.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const [browsers, jobs] = [of("e2e"), of("jobs")];
    const meanwhile = jobs.splice(0, WORKERS);
    const both = browsers.flatMap((file, i) => [file, ...jobs.slice(i, i + 1)]);
    const long = [...meanwhile, ...both, ...jobs.slice(browsers.length)];
    return [...long, ...sorted.filter((file) => !long.includes(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ["tests/support/generated.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // More than cores: many tests wait for suppliers, timers and browsers.
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure: no sockets, no processes.
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.ts", "tests/*.test.ts"], ...common } },
      // Adapters and simulators, over HTTP, without a database.
      { extends: true, test: { name: "suppliers", include: ["tests/suppliers/**/*.test.ts"], ...common } },
      { extends: true, test: { name: "domain", include: ["tests/domain/**/*.test.ts"], ...withDatabase } },
      { extends: true, test: { name: "api", include: ["tests/api/**/*.test.ts"], ...withDatabase } },
      { extends: true, test: { name: "tenancy", include: ["tests/tenancy/**/*.test.ts"], ...withDatabase } },
      { extends: true, test: { name: "jobs", include: ["tests/jobs/**/*.test.ts"], ...withDatabase } },
      {
        extends: true,
        // Whole services, most of them with a browser.
        test: {
          name: "e2e",
          globalSetup: ["tests/support/postgres.ts", "tests/support/build.ts"],
          setupFiles: ["tests/support/built.ts"],
          include: ["tests/e2e/**/*.test.ts"],
          ...common,
          // The services and commands that these tests start by the hundred are compiled once.
          env: { ...common.env, NODE_COMPILE_CACHE: join(tmpdir(), "svc-compile-cache") },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
