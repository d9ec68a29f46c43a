import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Json, ref } from "./json.ts";

/** The schemas of the document's components, collected while the operations are described. */
export class Schemas {
  readonly components: Json = {};

  /**
   * JSON Schema of a zod schema; whatever has an id is lifted into the components. `name` is the id of one that has none.
   * Bodies are closed, answers are open for fields that come later. A parameter is described as what it is read as.
   */
  describe(schema: z.ZodType, as: "body" | "parameter" | "answer", name?: string): Json {
    const io = as === "body" ? "input" : "output";
    const override = { body: tidyAndPlain, parameter: tidyAndPlain, answer: tidyAndOpen }[as];
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override }) as Json;
    for (const [id, definition] of Object.entries($defs as Json)) this.name(id, withoutId(moveRefs(definition)));
    const id = typeof root.id === "string" ? root.id : name;
    return id === undefined ? (moveRefs(root) as Json) : this.name(id, withoutId(moveRefs(root)));
  }

  /** Makes a schema a component. Returns the reference to it. */
  name(id: string, schema: Json): Json {
    if (this.components[id] && !isDeepStrictEqual(this.components[id], schema))
      throw new Error(`Two different schemas are called ${id}: give one of them another name.`);
    this.components[id] = schema;
    return ref("schemas", id);
  }
}

type Overridden = { jsonSchema: z.core.JSONSchema.BaseSchema };

const INT32 = 2 ** 31 - 1;

/** JSON Schema 2020-12 has `examples`; generators choose a number's type by its `format`; what may be null is of two types. */
export function tidy({ jsonSchema: schema }: Overridden): void {
  if (schema.example !== undefined) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  if (schema.override) {
    schema.type = schema.override as "string";
    delete schema.override;
  }
  // As a constant or a choice of one, PHP's generated clients would not take it: they compare it as text.
  if (schema.type === "boolean") delete schema.const;
  if (schema.type === "number") schema.format = "double";
  if (schema.type === "integer") {
    schema.format = schema.maximum !== undefined && schema.maximum <= INT32 ? "int32" : "int64";
  }
  const [first, second, ...more] = schema.anyOf ?? [];
  if (first?.type && !first.enum && second?.type === "null" && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, { ...first, ...schema, type: [first.type, "null"] });
  }
}

/** Every text that comes in is one line, which is checked at the door. In words that all generators' languages read alike. */
function tidyAndPlain(overridden: Overridden): void {
  tidy(overridden);
  const { jsonSchema: schema } = overridden;
  if (schema.type === "string" && !schema.enum && schema.const === undefined && !schema.format)
    schema.pattern ??= "^[^\\x00-\\x1F\\x7F]*$";
}

function tidyAndOpen(overridden: Overridden): void {
  tidy(overridden);
  const { jsonSchema: schema } = overridden;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // zod's own bounds of every integer are those of a JavaScript number.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

const moveRefs = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

function withoutId(schema: unknown): Json {
  const { id: _, ...rest } = schema as Json;
  return rest;
}
