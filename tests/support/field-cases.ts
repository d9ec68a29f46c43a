import { z } from "zod";
import { operations } from "#server/api/v1/index.ts";
import type { Operation } from "#server/http/operation.ts";

/** What the cases are made of: the parts of a JSON schema that a field can break. */
type Field = {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  anyOf?: Field[];
  enum?: string[];
  const?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Field;
};
type Fields = { properties?: Record<string, Field>; required?: string[] };

/** A value that the declaration forbids, and what is wrong with it. `absent` leaves the field out. */
export type FieldCase = { field: string; fault: string; value: unknown; absent?: true };
/** Query parameters: one value, or the parameter twice. */
export type QueryCase = { field: string; fault: string; values: string[] };

const describeSide = (schema: z.ZodObject, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Fields;

const WRONG_TYPES: [Field["type"], unknown][] = [
  [undefined, null],
  ["boolean", true],
  ["number", 7],
  ["string", "7"],
  ["array", []],
  ["object", {}],
];

/** Every way in which a field of the body can break its declaration. */
export function bodyCases({ body }: Operation): FieldCase[] {
  if (!body) return [];
  const { properties = {}, required = [] } = describeSide(body, "input");
  const cases = Object.entries(properties).flatMap(([field, declared]) =>
    valueCases(declared).map((wrong) => ({ field, ...wrong })),
  );
  return [
    ...cases,
    ...required.map((field): FieldCase => ({ field, fault: "missing", value: undefined, absent: true })),
    { field: "max_unit_prise", fault: "unknown field", value: 1 },
    { field: "constructor", fault: "unknown field", value: {} },
  ];
}

type Wrong = Omit<FieldCase, "field">;

function valueCases(declared: Field): Wrong[] {
  // A field that may be cleared with "" is one of several: what it is otherwise counts.
  const field = declared.anyOf?.at(-1) ?? declared;
  const type = field.type === "integer" ? "number" : field.type;
  if (!type) return [];
  const cases: Wrong[] = WRONG_TYPES.filter(([other]) => other !== type).map(([other, value]) => ({
    fault: `wrong type: ${other ?? "null"}`,
    value,
  }));
  const add = (fault: string, value: unknown) => void cases.push({ fault, value });
  if (field.minimum !== undefined) add("below the minimum", field.minimum - 1);
  if (field.maximum !== undefined) add("above the maximum", field.maximum + 1);
  if (type === "number") add("a huge number", 1e300);
  if (field.type === "integer") add("no whole number", 1.5);
  if (type === "string") cases.push(...textCases(field, declared.anyOf !== undefined));
  if (type === "array" && field.items) {
    if (field.minItems) add("too few items", []);
    if (field.maxItems) add("too many items", Array(field.maxItems + 1).fill(example(field.items)));
    for (const { fault, value } of valueCases(field.items)) add(`an item: ${fault}`, [value]);
  }
  return cases;
}

function textCases(field: Field, clearable: boolean): Wrong[] {
  const cases: Wrong[] = [{ fault: "with NUL", value: "a\0b" }];
  if (!clearable) cases.push({ fault: "empty", value: "" });
  if (field.maxLength !== undefined)
    cases.push({ fault: "too long", value: example({ ...field, minLength: field.maxLength + 1 }) });
  if (field.enum || field.const !== undefined) cases.push({ fault: "not in the enum", value: "no-such" });
  if (field.pattern) cases.push({ fault: "not of the pattern", value: "~ no such ~" });
  cases.push(
    { fault: "10,000 characters", value: "x".repeat(10_000) },
    { fault: "a lone surrogate", value: "a\ud800" },
  );
  return cases;
}

const example = (field: Field): string => field.enum?.[0] ?? "x".repeat(field.minLength ?? 1);

const NO_NUMBERS = ["", "abc", "-1", "+1", "1.5", "1e3", "0x10", " 5", "NaN", "Infinity", "9".repeat(30), "1\0", "١"];
const NO_TIMES = [
  "",
  "now",
  "2026-02-30",
  "2026-13-01",
  "2026-11-20T25:00:00Z",
  "2026-11-20T13:00:00+99:00",
  "1700000000",
];

/** Every way in which a query parameter can break its declaration. */
export function queryCases({ query }: Operation): QueryCase[] {
  if (!query) return [];
  const sent = describeSide(query, "input").properties ?? {};
  const meant = describeSide(query, "output").properties ?? {};
  return Object.entries(sent).flatMap(([field, wire]) => [
    { field, fault: "sent twice", values: [validOf(wire, meant[field]!), validOf(wire, meant[field]!)] },
    ...parameterCases(wire, meant[field]!).map(([fault, value]) => ({ field, fault, values: [value] })),
  ]);
}

function parameterCases(wire: Field, meant: Field): [fault: string, value: string][] {
  if (meant.type === "integer")
    return [
      ...NO_NUMBERS.map((value): [string, string] => ["no number", value]),
      ...(meant.minimum! > 0 ? [["below the minimum", String(meant.minimum! - 1)] as [string, string]] : []),
      ["above the maximum", String(BigInt(meant.maximum!) + 1n)],
    ];
  if (meant.type === "boolean") return ["", "1", "TRUE", "yes", "null"].map((value) => ["no boolean", value]);
  if (wire.enum) return ["", "no-such", wire.enum[0]!.toUpperCase()].map((value) => ["not in the enum", value]);
  if (wire.pattern) return ["", "~ no such ~", "x".repeat(5_000)].map((value) => ["not of the pattern", value]);
  if (wire.maxLength === undefined) return NO_TIMES.map((value) => ["no time", value]);
  return [
    ["empty", ""],
    ["too long", "x".repeat(wire.maxLength + 1)],
    ["5,000 characters", "x".repeat(5_000)],
    ["with NUL", "a\0b"],
  ];
}

function validOf(wire: Field, meant: Field): string {
  if (meant.type === "integer") return String(meant.minimum);
  if (meant.type === "boolean") return "true";
  return wire.enum?.[0] ?? "TR";
}

/** Operations by their ids, and the names of the parameters in each one's path. */
export const allOperations = Object.entries(operations) as [string, Operation][];
export const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
