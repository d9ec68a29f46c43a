import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import { direct, routeFiles, routePath } from "#tests/support/api.ts";
import { contractMatrix } from "#tests/support/contract-matrix.ts";
import { allOperations } from "#tests/support/field-cases.ts";
import { SAMPLES } from "#tests/support/samples.ts";

overrideEnv({ webhookAllowedOrigins: ["http://127.0.0.1:9911"] });

contractMatrix(direct);
contractMatrix(routeFiles, { sampled: true });

describe("every operation", () => {
  test.each(allOperations)("%s has its route file, which only binds, and a sample", (id, { path, method }) => {
    expect(SAMPLES[id]).toBeDefined();
    const file = routePath(path);
    expect(existsSync(file), file).toBe(true);
    const source = readFileSync(file, "utf8");
    expect(source.trim().split("\n").length).toBeLessThanOrEqual(8);
    expect(source).toContain("export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(");
    expect(source.match(/^export /gm)).toHaveLength(1);
    expect(source, method).toMatch(new RegExp(`\\b${id}\\b`));
  });
});
