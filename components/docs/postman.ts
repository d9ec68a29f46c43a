import { type OpenApiDocument, type Operation, operationsOf } from "./reference/document.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Every operation as a Postman collection, which Bruno imports too. Fill in `key`. */
export function postmanCollection(document: OpenApiDocument, apiUrl: string) {
  return {
    info: {
      name: "Reseller eSIM Service",
      description:
        "Set the variable `key` to a test key. Purchases get an Idempotency-Key of their own with each sending.",
      schema: SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: apiUrl },
      { key: "key", value: "" },
    ],
    item: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        item: operationsOf(document, name).map(requestOf),
      }))
      .filter(({ item }) => item.length > 0),
  };
}

function requestOf(operation: Operation) {
  const { method, path, summary, description, parameters, requestBody } = operation;
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where);
  const query = of("query").map(({ name, example, description: text, required }) => ({
    key: name,
    value: example === undefined ? "" : String(example),
    description: text ?? "",
    disabled: !required,
  }));
  const headers = of("header").filter(({ required }) => required);
  const body = requestBody?.content["application/json"].example;
  return {
    name: summary,
    request: {
      method,
      description,
      ...(operation["x-scope"] ? {} : { auth: { type: "noauth" } }),
      header: [
        ...headers.map(({ name }) => ({ key: name, value: name === "Idempotency-Key" ? "{{$guid}}" : "" })),
        ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: {
        raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ":$1")}`,
        host: ["{{baseUrl}}"],
        path: path
          .slice(1)
          .split("/")
          .map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1")),
        variable: of("path").map(({ name, example }) => ({ key: name, value: String(example ?? "") })),
        ...(query.length > 0 && { query }),
      },
      ...(body !== undefined && {
        body: { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } },
      }),
    },
  };
}
