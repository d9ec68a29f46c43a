import { z } from "zod";
import { tidy } from "#server/http/openapi/schemas.ts";
import type { Operation } from "#server/http/operation.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { operations } from "../v1/index.ts";

export type OperationId = keyof typeof operations;

export type Tool = {
  id: OperationId;
  operation: Operation;
  /** Whether it spends, changes or sends something: then it is shown first and done when the showing is confirmed. */
  acts: boolean;
  definition: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: "object" } & Record<string, unknown>;
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  };
};

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] };

/** `createOrder` → `create_order`. */
const nameOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Parameters and the fields of the body together, as no operation has a name twice. */
function inputOf({ params, query, body }: Operation): Tool["definition"]["inputSchema"] {
  const parts = [params, query, body].flatMap((part) =>
    part ? [z.toJSONSchema(part, { io: "input", override: tidy }) as ObjectSchema] : [],
  );
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  };
}

function describe(id: OperationId): Tool {
  const operation: Operation = operations[id];
  const { method, summary, description = "", reads = method === "GET" } = operation;
  const acts = !reads;
  const howto = acts ? "Does nothing yet: shows what would happen, with a confirmation for the tool `confirm`." : "";
  return {
    id,
    operation,
    acts,
    definition: {
      name: nameOf(id),
      title: summary,
      description: [`${summary}.`, description, howto].filter(Boolean).join(" "),
      inputSchema: inputOf(operation),
      // A preview changes nothing: what does is `confirm`.
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  };
}

/** One for each operation of the contract. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  Object.keys(operations).map((id) => {
    const tool = describe(id as OperationId);
    return [tool.definition.name, tool] as const;
  }),
);

export const CONFIRM: Tool["definition"] = {
  name: "confirm",
  title: "Do what a preview showed",
  description:
    "Does exactly what the preview with this confirmation showed: it may charge the account, cancel, or change what runs. Ask the person before. A confirmation works for ten minutes, and what it does is done once.",
  inputSchema: {
    type: "object",
    properties: { confirmation: { type: "string", description: "Of a preview, such as mcp_…" } },
    required: ["confirmation"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** What a key finds: by its scopes, and what acts only where a person allowed that. */
export function listTools(scopes: readonly Scope[], mayAct: boolean): Tool["definition"][] {
  const found = [...TOOLS.values()].filter(({ acts, operation: { access } }) => {
    const within = access === "public" || access === "any key" || scopes.includes(access);
    return within && (mayAct || !acts);
  });
  return [...found.map(({ definition }) => definition), ...(mayAct ? [CONFIRM] : [])];
}
