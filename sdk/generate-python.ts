import { type Json, pascal } from "#server/http/openapi/json.ts";
import { componentNamed, errorCodes, eventExamples, methods, nameIn, PAGED } from "./described.ts";

const MADE = "# Made by `npm run sdk` from the API's description. What is changed here is lost.\n";
/** The Python library's generated files: the contract as data, and the methods' types for editors and checkers. */
export function pythonFiles(): Record<string, string> {
  const types = new Types();
  const stubs = stubsOf(types);
  return {
    "python/reseller_esim/_contract.py": contract(),
    "python/reseller_esim/client.pyi": stub(stubs),
    "python/reseller_esim/errors.pyi": errors(),
    "python/reseller_esim/types.py": types.file(),
  };
}

const snake = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
function contract(): string {
  return [
    `${MADE}"""The contract as data."""\n\nfrom typing import Any, Dict, Tuple\n`,
    "# Method, path, whether it takes an Idempotency-Key.",
    `OPERATIONS: Dict[str, Tuple[str, str, bool]] = {\n${methods()
      .map(
        ({ id, method, path, idempotent }) =>
          `    ${literal(snake(id))}: (${literal(method)}, ${literal(path)}, ${literal(idempotent)}),`,
      )
      .join("\n")}\n}\n`,
    `ERROR_CODES = (\n${errorCodes()
      .map(([code]) => `    ${literal(code)},`)
      .join("\n")}\n)\n`,
    "# As the API's description shows them.",
    `EVENT_EXAMPLES: Dict[str, Any] = {\n${eventExamples()
      .map(([type, example]) => `    ${literal(type)}: ${literal(example)},`)
      .join("\n")}\n}\n`,
  ].join("\n");
}

function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${literal(name)}: ${literal(one)}`)
    .join(", ")}}`;
}

const stubsOf = (types: Types): string[] =>
  methods().map(({ id, summary, given, answer, idempotent }) => {
    const typed = given
      .toSorted((a, b) => Number(b.required) - Number(a.required))
      .map(({ name, schema, required }) => {
        const type = types.of(schema, pascal(id) + pascal(name));
        return required ? `${name}: ${type}` : `${name}: Optional[${type}] = ...`;
      });
    if (idempotent) typed.push("idempotency_key: Optional[str] = ...");
    const list = typed.length > 0 ? `, *, ${typed.join(", ")}` : "";
    return `    def ${snake(id)}(self${list}) -> ${types.of(answer, `${pascal(id)}Data`)}:\n        """${summary}"""\n`;
  });

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

${errorCodes()
  .map(([code, meaning]) => `class ${pascal(code)}(ApiError):\n    """${meaning}"""\n`)
  .join("\n")}`;

const stub = (stubs: string[]): string => `${MADE}
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
    ([id, [item]]) =>
      `    @overload\n    def each(self, operation: Literal["${snake(id)}"], **values: Any) -> Iterator[${item}]: ...\n`,
  )
  .join("")}${stubs.join("")}`;

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
      const target = componentNamed(component);
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
