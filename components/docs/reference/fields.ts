import { type OpenApiDocument, resolve, type Schema } from "./document.ts";

export type Field = {
  /** With the names above it, `pagination.limit`; arrays as `items[]`. */
  path: string;
  type: string;
  /** What a value must keep to, in words; empty when anything of the type will do. */
  limits: string;
  required: boolean;
  deprecated: boolean;
  description: string;
};

const DEEPEST = 3;

/** The fields of a schema as rows, with those of objects and arrays within below their owner. */
export function fieldsOf(document: OpenApiDocument, schema: Schema, path = "", depth = 0): Field[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = resolve(document, property);
    const at = path + name;
    const field: Field = {
      path: at,
      type: typeOf(document, own),
      required: required.includes(name),
      deprecated: own.deprecated ?? false,
      limits: limitsOf(own),
      description: own.description ?? "",
    };
    return [field, ...(depth < DEEPEST ? within(document, own, at, depth + 1) : [])];
  });
}

function within(document: OpenApiDocument, schema: Schema, path: string, depth: number): Field[] {
  const items = schema.items && resolve(document, schema.items);
  if (items?.properties) return fieldsOf(document, items, `${path}[].`, depth);
  if (schema.properties) return fieldsOf(document, schema, `${path}.`, depth);
  if (typeof schema.additionalProperties === "object")
    return fieldsOf(document, resolve(document, schema.additionalProperties), `${path}.*.`, depth);
  return [];
}

function typeOf(document: OpenApiDocument, schema: Schema): string {
  if (schema.const !== undefined) return schema.const === "" ? "empty" : JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => String(value)).join(" | ");
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((one) => typeOf(document, resolve(document, one))))].join(" or ");
  if (schema.type === "array")
    return `array of ${schema.items ? typeOf(document, resolve(document, schema.items)) : "any"}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: standard }: Schema): string {
  const limits = [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    standard !== undefined && `default ${JSON.stringify(standard)}`,
  ];
  return limits.filter(Boolean).join(", ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string | false {
  if (to !== undefined && from !== undefined && from > 0) return `${from} to ${to}${unit}`;
  if (to !== undefined) return `at most ${to}${unit}`;
  return from !== undefined && (from > 0 || unit === "") && `at least ${from}${unit}`;
}
