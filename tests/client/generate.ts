import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApi } from "#server/api/v1/openapi.ts";

const FOLDER = join(import.meta.dirname, "../../generated/client");

/** The types of the client that a third party's generator makes from the published document. */
export async function generateClient(): Promise<void> {
  const types = await openapiTS(structuredClone(openApi()) as unknown as OpenAPI3, { alphabetize: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "schema.d.ts"), astToString(types));
}

if (import.meta.main) await generateClient();
