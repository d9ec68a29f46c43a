import type { Operation } from "./document.ts";

/** Requests to copy: the same call with curl and with fetch. */

function addressOf({ path, parameters }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name),
  );
  const query = parameters.find((parameter) => parameter.in === "query" && parameter.example !== undefined);
  return query ? `${filled}?${query.name}=${encodeURIComponent(String(query.example))}` : filled;
}

function headersOf(operation: Operation): [string, string][] {
  const { parameters, requestBody } = operation;
  const headers = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
  return [
    ...headers.map(({ name, example }) => [name, String(example)] as [string, string]),
    ...(requestBody ? [["Content-Type", "application/json"] as [string, string]] : []),
  ];
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content["application/json"].example;

export function curlOf(operation: Operation): string {
  const lines = [
    `curl -sS ${operation.method === "GET" ? "" : `-X ${operation.method} `}"$SVC_URL${addressOf(operation)}"`,
  ];
  if (operation["x-scope"]) lines.push('-H "Authorization: Bearer $SVC_KEY"');
  for (const [name, value] of headersOf(operation)) lines.push(`-H "${name}: ${value}"`);
  const body = bodyOf(operation);
  if (body !== undefined) lines.push(`-d '${inShell(body)}'`);
  return lines.join(" \\\n  ");
}

export function fetchOf(operation: Operation): string {
  const headers: string[] = [];
  if (operation["x-scope"]) headers.push(`Authorization: \`Bearer \${SVC_KEY}\`,`);
  for (const [name, value] of headersOf(operation)) headers.push(`"${name}": "${value}",`);
  const body = bodyOf(operation);
  const options = [
    ...(operation.method === "GET" ? [] : [`  method: "${operation.method}",`]),
    ...(headers.length ? ["  headers: {", ...headers.map((line) => `    ${line}`), "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(asTypeScript(body))}),`]),
  ];
  const url = `\`\${SVC_URL}${addressOf(operation)}\``;
  const call = options.length ? `fetch(${url}, {\n${options.join("\n")}\n})` : `fetch(${url})`;
  return `const answer = await ${call};
const { success, data, error } = await answer.json();
if (!success) throw new Error(\`\${error.code}: \${error.message}\`);`;
}

/** On one line while it is short. */
function inShell(body: unknown): string {
  const short = JSON.stringify(body);
  return short.length <= 40 ? short : indent(JSON.stringify(body, null, 2));
}

const asTypeScript = (value: unknown) =>
  Object.keys(value as object).length === 0 ? "{}" : JSON.stringify(value, null, 2).replace(/"(\w+)":/g, "$1:");

const indent = (text: string) => text.replaceAll("\n", "\n  ");
