import { type Json, pascal } from "#server/http/openapi/json.ts";
import { componentNamed, errorCodes, eventExamples, methods, nameIn, PAGED } from "./described.ts";

const MADE = "// Made by `npm run sdk` from the API's description. What is changed here is lost.\n";
const NAMESPACE = "namespace ResellerEsim;\n";

/** The PHP library's generated files: methods with the shapes of what they give, the contract as data, exceptions by code. */
export function phpFiles(): Record<string, string> {
  return {
    "php/src/Operations.php": operations(),
    "php/src/Contract.php": contract(),
    "php/src/Refusals.php": refusals(),
  };
}

const file = (...parts: string[]): string => `<?php\n\n${MADE}\n${NAMESPACE}\n${parts.join("\n")}`;

function operations(): string {
  const shapes = new Shapes();
  const made = methods().map(({ id, summary, given, answer, idempotent }) => {
    const sorted = given.toSorted((a, b) => Number(b.required) - Number(a.required));
    const takes = sorted.map(({ name, schema, required }) => {
      const type = native(schema);
      if (required) return `${type} $${name}`;
      return type === "mixed" ? `mixed $${name} = null` : `?${type} $${name} = null`;
    });
    if (idempotent) takes.push("?string $idempotency_key = null");
    const documented = sorted
      .map(({ name, schema, required }) => [name, shapes.of(schema, pascal(id) + pascal(name)), required] as const)
      .map(([name, type, required]) => `     * @param ${required ? type : `${type}|null`} $${name}\n`);
    const values = `[${sorted.map(({ name }) => `'${name}' => $${name}`).join(", ")}]`;
    return `    /**
     * ${summary}
     *
${documented.join("")}     * @return ${shapes.of(answer, `${pascal(id)}Data`)}
     */
    public function ${id}(${takes.join(", ")}): array
    {
        return $this->call('${id}', ${values}${idempotent ? ", $idempotency_key" : ""});
    }
`;
  });
  const lists = Object.entries(PAGED).map(([id, [item, by]]) => {
    const { given } = methods().find((one) => one.id === id)!;
    const takes = given.filter(({ name }) => name !== by);
    return `    /**
     * Every item of ${id}, page after page.
     *
     * @return \\Generator<int, ${item}>
     */
    public function ${id.replace("list", "every")}(${takes.map(({ name, schema }) => `?${native(schema)} $${name} = null`).join(", ")}): \\Generator
    {
        return $this->pages('${id}', '${by}', [${takes.map(({ name }) => `'${name}' => $${name}`).join(", ")}]);
    }
`;
  });
  return file(
    `/**\n * The API's operations, with parameters and fields under the names of its reference.\n *\n${shapes.lines()} */`,
    "trait Operations\n{",
    [...made, ...lists].join("\n"),
    `    /**
     * @param array<string, mixed> $values
     * @return array<string, mixed>
     */
    abstract private function call(string $operation, array $values, ?string $idempotencyKey = null): array;

    /**
     * @param array<string, mixed> $values
     * @return \\Generator<int, array<string, mixed>>
     */
    abstract private function pages(string $operation, string $by, array $values): \\Generator;
}
`,
  );
}

const contract = (): string =>
  file(
    `/** @internal The contract as data. */
final class Contract
{
    /** Method, path, whether it takes an Idempotency-Key. */
    public const OPERATIONS = [
${methods()
  .map(({ id, method, path, idempotent }) => `        '${id}' => ['${method}', '${path}', ${idempotent}],\n`)
  .join("")}    ];

    /** The class of a refusal by its code. */
    public const REFUSALS = [
${errorCodes()
  .map(([code]) => `        '${code}' => ${pascal(code)}::class,\n`)
  .join("")}    ];

    /** As the API's description shows them. */
    public const EVENT_EXAMPLES = [
${eventExamples()
  .map(([type, example]) => `        '${type}' => ${text(JSON.stringify(example))},\n`)
  .join("")}    ];
}
`,
  );

const refusals = (): string =>
  file(
    errorCodes()
      .map(([code, meaning]) => `/** ${meaning} */\nfinal class ${pascal(code)} extends ApiException\n{\n}\n`)
      .join("\n"),
  );

const text = (value: string): string => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** The type that PHP itself checks. */
function native(schema: Json): string {
  const component = nameIn(schema);
  if (component) return native(componentNamed(component));
  const all = Array.isArray(schema.anyOf)
    ? [...new Set((schema.anyOf as Json[]).map(native))]
    : [{ string: "string", integer: "int", number: "float", boolean: "bool", array: "array" }[schema.type as string]];
  return all.length === 1 ? (all[0] ?? "mixed") : "mixed";
}

/** Components as array shapes for PHPStan, Psalm and editors; what has no name of its own stands where it is used. */
class Shapes {
  readonly #named = new Map<string, string>();

  lines(): string {
    return [...this.#named].map(([name, shape]) => ` * @phpstan-type ${name} ${shape}\n`).join("");
  }

  of(schema: Json, name: string): string {
    const component = nameIn(schema);
    if (component) {
      const target = componentNamed(component);
      if (!target.properties) return this.of(target, component);
      if (!this.#named.has(component)) {
        // Before its fields, which may lead back to it.
        this.#named.set(component, "");
        this.#named.set(component, this.#shape(target, component));
      }
      return component;
    }
    if (schema.const !== undefined) return literal(schema.const);
    if (Array.isArray(schema.enum)) return schema.enum.map(literal).join("|");
    if (Array.isArray(schema.anyOf))
      return [...new Set((schema.anyOf as Json[]).map((one) => this.of(one, name)))].join("|");
    const [type, ...more] = [schema.type].flat() as string[];
    if (type !== "null" && more.includes("null")) return `${this.of({ ...schema, type }, name)}|null`;
    if (schema.properties) return this.#shape(schema, name);
    if (type === "array") return `list<${this.of((schema.items ?? {}) as Json, `${name}Item`)}>`;
    if (type === "object") {
      const values = schema.additionalProperties;
      return `array<string, ${values && typeof values === "object" ? this.of(values as Json, name) : "mixed"}>`;
    }
    return (
      { string: "string", integer: "int", number: "int|float", boolean: "bool", null: "null" }[type ?? ""] ?? "mixed"
    );
  }

  #shape(schema: Json, name: string): string {
    const required = (schema.required ?? []) as string[];
    const fields = Object.entries(schema.properties as Record<string, Json>).map(
      ([field, property]) =>
        `${field}${required.includes(field) ? "" : "?"}: ${this.of(property, name + pascal(field))}`,
    );
    return `array{${[...fields, "..."].join(", ")}}`;
  }
}

const literal = (value: unknown): string => (typeof value === "string" ? text(value) : String(value));
