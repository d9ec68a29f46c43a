import { z } from "zod";
import type { Json } from "./json.ts";

/** The schemas of the document's components, collected while the operations are described. */
export class Schemas {
  readonly components: Json = {};

  /** JSON Schema of a zod schema; whatever has an id is lifted into the components. `name` is the id of one that has none. */
  describe(schema: z.ZodType, io: "input" | "output", name?: string): Json {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: tidy }) as Json;
    for (const [id, definition] of Object.entries($defs as Json)) this.components[id] = withoutId(moveRefs(definition));
    const id = typeof root.id === "string" ? root.id : name;
    if (id === undefined) return moveRefs(root) as Json;
    this.components[id] = withoutId(moveRefs(root));
    return { $ref: `#/components/schemas/${id}` };
  }
}

/** zod's bounds of every integer say nothing, and JSON Schema 2020-12 has `examples`. */
function tidy({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.example !== undefined) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}

const moveRefs = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

function withoutId(schema: unknown): Json {
  const { id: _, ...rest } = schema as Json;
  return rest;
}
