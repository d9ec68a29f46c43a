import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApi } from "#server/api/v1/openapi.ts";
import { eventExamples, methods } from "./described.ts";
import { goFiles } from "./generate-go.ts";
import { phpFiles } from "./generate-php.ts";
import { pythonFiles } from "./generate-python.ts";

/** What the libraries are made of, by file, from the same declarations as the service. A test holds the files against it. */
export async function sdkFiles(): Promise<Record<string, string>> {
  // What headers an answer has is no part of a method's types.
  const document = JSON.parse(
    JSON.stringify(openApi(), (name, value) => (name === "headers" ? undefined : value)),
  ) as OpenAPI3;
  const types = astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
  return {
    "typescript/src/schema.ts": `${MADE}${types}`,
    "typescript/src/operations.ts": `${MADE}/** Method, path, and \`!\` for what takes an Idempotency-Key. */\nexport const OPERATIONS = ${json(routes())} as const;\n`,
    ...pythonFiles(),
    ...goFiles(),
    ...phpFiles(),
    "typescript/src/examples.ts": `${MADE}/** An example of each event, as the API's description shows it. */\nexport const EXAMPLES = ${json(Object.fromEntries(eventExamples()))} as const;\n`,
  };
}

const MADE = "// Made by `npm run sdk` from the API's description. What is changed here is lost.\n\n";

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const routes = () =>
  Object.fromEntries(
    methods().map(({ id, method, path, idempotent }) => [id, [method, path, ...(idempotent ? ["!"] : [])]]),
  );

if (import.meta.main)
  for (const [file, text] of Object.entries(await sdkFiles())) {
    const path = join(import.meta.dirname, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
