import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { openApi, openApiDocument } from "#server/api/v1/openapi.ts";
import type { Json } from "#server/http/openapi/json.ts";
import { errorsOf, type Operation } from "#server/http/operation.ts";
import { ERRORS } from "#server/kernel/errors.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";
import { riskOf } from "#server/kernel/scopes.ts";
import { closed } from "#tests/support/closed-document.ts";

type Media = { schema: Json; example?: unknown; examples?: Record<string, { $ref: string }> };
type Body = { content: { "application/json": Media } };
type Described = {
  operationId: string;
  tags: string[];
  description: string;
  security: object[];
  parameters: { name: string; in: string; description?: string; example?: unknown; schema: Json }[];
  requestBody?: Body;
  responses: Record<string, Partial<Body> & { $ref?: string; headers?: Json }>;
};

const document = openApi() as Json & {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  tags: { name: string; description: string }[];
  components: Record<string, Record<string, Json & { value?: unknown }>>;
};
const described = new Map(
  Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
);
const all = Object.entries(operations) as [string, Operation][];

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addSchema(closed(document), "document");
/** References in a part of the document are relative to the document. */
const validate = (schema: Json, value: unknown) => {
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')));
  check(value);
  return check.errors ?? [];
};
const target = (reference: string) =>
  reference
    .slice(2)
    .split("/")
    .reduce<Json>((part, name) => part[name] as Json, document as Json);

test("passes the recommended rules of a linter without a warning", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: openApiDocument(), absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("is OpenAPI 3.1, version 6.0.0, and has every operation once", () => {
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: "6.0.0" } });
  expect([...described.keys()].sort()).toEqual(Object.keys(operations).sort());
  for (const [id, { path, method }] of all)
    expect(document.paths[path]![method.toLowerCase()]!.operationId, id).toBe(id);
  const ids = [...described.keys(), ...Object.values(document.webhooks).map(({ post }) => post.operationId)];
  expect(new Set(ids).size).toBe(ids.length);
});

test("describes every tag that is used", () => {
  const used = new Set([...described.values()].flatMap(({ tags }) => tags));
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used, "Events"].sort());
  for (const { name, description } of document.tags) expect(description, name).toBeTruthy();
});

describe.each(all)("%s", (id, operation) => {
  const one = described.get(id)! as Described & Json;

  test("says who may call it, and how", () => {
    if (operation.access === "public" || operation.access === "any key") {
      expect(operation.access).toBe("public");
      expect(one.security).toEqual([]);
      expect(one["x-scope"]).toBeUndefined();
    } else {
      expect(one.security).toEqual([
        { bearer: [] },
        { header: [] },
        { bearer: [], hmac: [] },
        { header: [], hmac: [] },
      ]);
      expect(one).toMatchObject({ "x-scope": operation.access, "x-risk": riskOf(operation.access) });
    }
  });

  test("describes its parameters, with examples that are valid", () => {
    for (const { name, description, example, schema } of one.parameters) {
      expect(description, name).toBeTruthy();
      if (example !== undefined) expect(validate(schema, example), name).toEqual([]);
    }
    const declared = Object.keys({ ...operation.params?.shape, ...operation.query?.shape });
    if (operation.idempotent) declared.push("Idempotency-Key");
    if (operation.revalidated) declared.push("If-None-Match");
    expect(one.parameters.map(({ name }) => name)).toEqual(declared);
  });

  test("shows a body and an answer that are valid", () => {
    expect(one.requestBody !== undefined, "a body that has no fields is not described").toBe(
      Object.keys(operation.body?.shape ?? {}).length > 0,
    );
    if (operation.body && one.requestBody) {
      const { schema, example } = one.requestBody!.content["application/json"];
      expect(example).toBeDefined();
      expect(validate(schema, example)).toEqual([]);
      expect(operation.body.safeParse(example).error).toBeUndefined();
    }
    const { schema, example } = one.responses["200"]!.content!["application/json"];
    expect(validate(schema, example)).toEqual([]);
    expect(operation.data.safeParse((example as { data: unknown }).data).error).toBeUndefined();
  });

  test("lists every error it can answer with, under its status and with an example", () => {
    const listed = Object.entries(one.responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { $ref }]) => {
        const { examples } = (target($ref!) as unknown as Body).content["application/json"];
        return Object.keys(examples!).map((code) => `${status} ${code}`);
      });
    expect(listed.sort()).toEqual(
      errorsOf(operation)
        .map((code) => `${ERRORS[code].status} ${code}`)
        .sort(),
    );
  });
});

test("requests are closed; answers and events are open for fields that come later", () => {
  const objectsIn = (schema: unknown): Json[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const one = schema as Json;
    const { $ref, example, examples, ...rest } = one;
    const inner = typeof $ref === "string" ? objectsIn(target($ref)) : Object.values(rest).flatMap(objectsIn);
    return one.type === "object" && "properties" in one ? [one, ...inner] : inner;
  };
  for (const [id, { requestBody, responses }] of described) {
    const asked = requestBody ? objectsIn(requestBody.content["application/json"].schema) : [];
    for (const schema of asked) expect(schema.additionalProperties, id).toBe(false);
    const answered = objectsIn(Object.values(responses));
    expect(answered.length, id).toBeGreaterThan(0);
    for (const schema of answered) expect(schema, id).not.toHaveProperty("additionalProperties");
  }
  for (const [type, { post }] of Object.entries(document.webhooks))
    for (const schema of objectsIn(post.requestBody!.content["application/json"].schema))
      expect(schema, type).not.toHaveProperty("additionalProperties");
});

test("no two things of the document come to one name in a generated client", () => {
  // Components, what generators make of operations, and of what has no name of its own: owner and field.
  const names = [...Object.keys(document.components.schemas!), ...Object.keys(document.components.responses!)];
  const pascal = (text: string) =>
    text.replace(/(?:^|[_.-])([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  for (const id of described.keys())
    names.push(...["Response", "Params", "JSONBody", "JSONRequestBody"].map((kind) => pascal(id) + kind));
  const walk = (name: string, schema: Json): void => {
    if (schema.type === "array") walk(`${name}Item`, schema.items as Json);
    for (const [field, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      if (property.properties || property.enum || (property.items as Json | undefined)?.properties)
        names.push(name + pascal(field));
      walk(name + pascal(field), property);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas!)) walk(name, schema);
  const twice = names.filter((name, i) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < i);
  expect(twice).toEqual([]);
});

test("every error answer shows what each of its codes looks like", () => {
  const shown = new Set<string>();
  for (const [name, response] of Object.entries(document.components.responses!)) {
    const { schema, examples } = (response as unknown as Body).content["application/json"];
    for (const [code, { $ref }] of Object.entries(examples!)) {
      expect(validate(schema, target($ref).value), `${name} ${code}`).toEqual([]);
      shown.add(code);
    }
  }
  expect([...shown].sort()).toEqual(Object.keys(ERRORS).sort());
});

test("every answer names the limits and the request", () => {
  const names = ["X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
  names.push("X-RateLimit-Daily-Limit", "X-RateLimit-Daily-Remaining", "X-RateLimit-Daily-Reset");
  for (const [id, { responses }] of described)
    for (const [status, response] of Object.entries(responses)) {
      const { headers } = response.$ref ? (target(response.$ref) as { headers: Json }) : response;
      const more = [
        ...(status === "429" ? ["Retry-After"] : []),
        ...(status === "401" ? ["WWW-Authenticate"] : []),
        ...(status === "200" && (operations as Record<string, Operation>)[id]!.idempotent
          ? ["Idempotent-Replayed"]
          : []),
        ...(Number(status) < 400 && (operations as Record<string, Operation>)[id]!.revalidated ? ["ETag"] : []),
      ];
      expect(Object.keys(headers!), `${id} ${status}`).toEqual([...names, ...more]);
    }
});

test("all 15 events are there, with a valid example of each", () => {
  expect(EVENT_TYPES).toHaveLength(15);
  expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema, example } = post.requestBody!.content["application/json"];
    expect(validate(schema, example), type).toEqual([]);
    expect(example).toMatchObject({ type, api_version: "v1" });
    expect(post.parameters.map(({ name }) => name)).toEqual([
      "X-SVC-Event",
      "X-SVC-Event-Id",
      "X-SVC-Timestamp",
      "X-SVC-Signature",
      "webhook-id",
      "webhook-timestamp",
      "webhook-signature",
    ]);
  }
});

test("examples of single fields are valid", () => {
  for (const [name, schema] of Object.entries(document.components.schemas!))
    for (const [field, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
      for (const example of (property.examples ?? []) as unknown[])
        expect(validate(property, example), `${name}.${field}`).toEqual([]);
});
