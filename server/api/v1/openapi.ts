import { buildOpenApi } from "#server/http/openapi.ts";
import { env } from "#server/kernel/env.ts";
import { once } from "#server/kernel/once.ts";
import { operations } from "./index.ts";

/** The public description of the contract, as JSON text. */
export const openApiDocument = (): string =>
  once("openapi", () => JSON.stringify(buildOpenApi(operations, env().publicUrl)));
