import { operations } from "#server/api/v1/index.ts";
import { openApi } from "#server/api/v1/openapi.ts";
import { webhookEvents } from "#server/api/v1/webhooks/webhook-events.ts";
import { type Json, pascal } from "#server/http/openapi/json.ts";
import type { Operation } from "#server/http/operation.ts";
import { ERRORS } from "#server/kernel/errors.ts";

const MADE = "# Made by `npm run sdk` from the API's description. What is changed here is lost.\n";
const PAGED = { list_packages: "Package", list_orders: "OrderSummary", list_ledger: "LedgerEntry", list_esims: "Esim" };

type Described = {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: { "application/json": { schema: Json } } };
  responses: { 200: { content: { "application/json": { schema: Json } } } };
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: { requestBody: { content: { "application/json": { example: Json } } } } }>;
  components: { schemas: Record<string, Json> };
};

/** The Python library's generated files: the contract as data, and the methods' types for editors and checkers. */
export function pythonFiles(): Record<string, string> {
  const types = new Types();
  const methods = methodsOf(types);
  return {
    "python/reseller_esim/_contract.py": contract(),
    "python/reseller_esim/client.pyi": stub(methods),
    "python/reseller_esim/errors.pyi": errors(),
    "python/reseller_esim/types.py": types.file(),
  };
}

const document = () => openApi() as Document;
const snake = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const nameIn = ({ $ref }: Json): string | undefined => (typeof $ref === "string" ? $ref.split("/").at(-1) : undefined);
const resolve = (schema: Json): Json => {
  const name = nameIn(schema);
  return name ? document().components.schemas[name]! : schema;
};

function contract(): string {
  const routes = (Object.entries(operations) as [string, Operation][]).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    `${MADE}"""The contract as data."""\n\nfrom typing import Any, Dict, Tuple\n`,
    "# Method, path, whether it takes an Idempotency-Key.",
    `OPERATIONS: Dict[str, Tuple[str, str, bool]] = {\n${routes.map(([id, { method, path, idempotent }]) => `    ${literal(snake(id))}: (${literal(method)}, ${literal(path)}, ${literal(idempotent)}),`).join("\n")}\n}\n`,
    `ERROR_CODES = (\n${Object.keys(ERRORS)
      .sort()
      .map((code) => `    ${literal(code)},`)
      .join("\n")}\n)\n`,
    "# As the API's description shows them.",
    `EVENT_EXAMPLES: Dict[str, Any] = {\n${Object.keys(webhookEvents)
      .map((type) => `    ${literal(type)}: ${literal(exampleOf(type))},`)
      .join("\n")}\n}\n`,
  ].join("\n");
}

const exampleOf = (type: string) => document().webhooks[type]!.post.requestBody.content["application/json"].example;

function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${literal(name)}: ${literal(one)}`)
    .join(", ")}}`;
}

function methodsOf(types: Types): string[] {
  return Object.values(document().paths)
    .flatMap((path) => Object.values(path))
    .toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1))
    .map(({ operationId, summary, parameters, requestBody, responses }) => {
      const data = (resolve(responses[200].content["application/json"].schema).properties as Json).data as Json;
      const body = requestBody ? resolve(requestBody.content["application/json"].schema) : {};
      const required = (body.required ?? []) as string[];
      const given = [
        ...parameters
          .filter((one) => one.in !== "header")
          .map(({ name, schema, required }) => ({ name, schema, required })),
        ...Object.entries((body.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
          name,
          schema,
          required: required.includes(name),
        })),
      ].toSorted((a, b) => Number(b.required) - Number(a.required));
      const typed = given.map(({ name, schema, required }) => {
        const type = types.of(schema, pascal(operationId) + pascal(name));
        return required ? `${name}: ${type}` : `${name}: Optional[${type}] = ...`;
      });
      if (parameters.some(({ name }) => name === "Idempotency-Key")) typed.push("idempotency_key: Optional[str] = ...");
      const list = typed.length > 0 ? `, *, ${typed.join(", ")}` : "";
      const answer = types.of(data, `${pascal(operationId)}Data`);
      return `    def ${snake(operationId)}(self${list}) -> ${answer}:\n        """${summary}"""\n`;
    });
}

const errors = (): string => `${MADE}
from typing import Any, Mapping, Optional

class ApiError(Exception):
    status: int
    code: str
    details: Mapping[str, Any]
    request_id: Optional[str]
    retry_after: Optional[float]

class ConnectionFailed(Exception): ...
class WebhookError(Exception): ...

def error_of(
    status: int, error: Mapping[str, Any], request_id: Optional[str], retry_after: Optional[float]
) -> ApiError: ...

${(Object.keys(ERRORS) as (keyof typeof ERRORS)[])
  .toSorted()
  .map((code) => `class ${pascal(code)}(ApiError):\n    """${ERRORS[code].meaning}"""\n`)
  .join("\n")}`;

const stub = (methods: string[]): string => `${MADE}
from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Union, overload

from ._call import Answer
from .types import *

class Client:
    def __init__(
        self,
        key: str,
        base_url: str,
        *,
        signing_secret: Optional[str] = ...,
        timeout: float = ...,
        retries: int = ...,
        on_answer: Optional[Callable[[Answer], None]] = ...,
    ) -> None: ...
${Object.entries(PAGED)
  .map(
    ([name, item]) =>
      `    @overload\n    def each(self, operation: Literal["${name}"], **values: Any) -> Iterator[${item}]: ...\n`,
  )
  .join("")}${methods.join("")}`;

/** Components as TypedDicts, and what has no name of its own named after its owner and field. */
class Types {
  readonly #made = new Map<string, string>();

  file(): string {
    return `${MADE}"""What the methods give, as a type checker sees it."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${[...this.#made.values()].join("\n\n")}`;
  }

  of(schema: Json, name: string): string {
    const component = nameIn(schema);
    if (component) {
      const target = document().components.schemas[component]!;
      return target.properties ? this.#dict(target, component) : this.of(target, component);
    }
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    if (Array.isArray(schema.anyOf)) {
      const all = new Set((schema.anyOf as Json[]).map((one) => this.of(one, name)));
      return all.size > 1 ? `Union[${[...all].join(", ")}]` : [...all][0]!;
    }
    const [type, ...more] = [schema.type].flat() as string[];
    if (more.includes("null")) return `Optional[${this.of({ ...schema, type }, name)}]`;
    if (schema.properties) return this.#dict(schema, name);
    if (type === "array") return `List[${this.of((schema.items ?? {}) as Json, `${name}Item`)}]`;
    if (typeof schema.additionalProperties === "object" && schema.additionalProperties)
      return `Dict[str, ${this.of(schema.additionalProperties as Json, `${name}Value`)}]`;
    return { string: "str", integer: "int", number: "float", boolean: "bool" }[type ?? ""] ?? "Any";
  }

  #dict(schema: Json, name: string): string {
    if (this.#made.has(name)) return name;
    this.#made.set(name, "");
    const fields = Object.entries(schema.properties as Record<string, Json>).map(
      ([field, property]) => `    ${field}: ${this.of(property, name + pascal(field))}`,
    );
    // What it needs stands before it.
    this.#made.delete(name);
    this.#made.set(name, `class ${name}(TypedDict):\n${fields.join("\n")}\n`);
    return name;
  }
}
