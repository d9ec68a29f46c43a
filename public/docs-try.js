// @ts-check
// Tries operations out with a test key that stands in the page and nowhere else: it is sent to this service alone.

/** @typedef {{ name: string, in: string, required: boolean, example?: unknown }} Parameter */
/** @typedef {{ operationId: string, parameters: Parameter[], requestBody?: { content: Record<string, { example?: unknown }> } }} Operation */

const key = /** @type {HTMLInputElement | null} */ (document.querySelector("#try-key"));
const proto = document.querySelector("#try-form form");
/** @type {Promise<{ paths: Record<string, Record<string, Operation>> }> | undefined} */
let contract;

/** @param {string} id */
async function findOperation(id) {
  contract ??= fetch("/api/v1/openapi.json").then((answer) => answer.json());
  for (const [path, methods] of Object.entries((await contract).paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { path, method: method.toUpperCase(), operation };
  throw new Error(id);
}

/** @param {HTMLButtonElement} button */
async function open(button) {
  if (!proto) return;
  const { path, method, operation } = await findOperation(button.dataset.try ?? "");
  const form = /** @type {HTMLFormElement} */ (proto.cloneNode(true));
  const fields = /** @type {HTMLElement} */ (form.querySelector("[data-fields]"));
  const field = /** @type {HTMLElement} */ (fields.firstElementChild);
  const body = /** @type {HTMLElement} */ (form.querySelector("[data-body]"));
  const result = /** @type {HTMLElement} */ (form.querySelector("output"));
  fields.replaceChildren();
  for (const parameter of operation.parameters) {
    if (parameter.in === "header" && !parameter.required) continue;
    const own = /** @type {HTMLElement} */ (field.cloneNode(true));
    const input = /** @type {HTMLInputElement} */ (own.querySelector("input"));
    /** @type {HTMLElement} */ (own.querySelector("span")).textContent =
      parameter.name + (parameter.required ? "" : " (optional)");
    input.name = `${parameter.in}:${parameter.name}`;
    input.required = parameter.required;
    if (parameter.name === "Idempotency-Key") input.value = crypto.randomUUID();
    else if (parameter.in === "path") input.value = String(parameter.example ?? "");
    fields.append(own);
  }
  if (!fields.firstElementChild) fields.remove();
  const example = operation.requestBody?.content["application/json"]?.example;
  const text = body.querySelector("textarea");
  if (example === undefined) body.remove();
  else if (text) text.value = JSON.stringify(example, null, 2);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form, result, { path, method });
  });
  button.replaceWith(form);
  /** @type {HTMLElement | null} */ (form.querySelector("input, textarea, button"))?.focus();
}

/** @param {HTMLFormElement} form @param {HTMLElement} result @param {{ path: string, method: string }} route */
async function send(form, result, { path, method }) {
  const secret = key?.value.trim() ?? "";
  const say = (/** @type {string} */ head, text = "") => {
    /** @type {HTMLElement} */ (result.querySelector("[data-head]")).textContent = head;
    const pre = /** @type {HTMLElement} */ (result.querySelector("pre"));
    pre.textContent = text;
    pre.hidden = text === "";
  };
  if (secret !== "" && !secret.startsWith("svc_test_")) {
    say("Only test keys (svc_test_…) are taken here: a live one would buy.");
    key?.focus();
    return;
  }
  const query = new URLSearchParams();
  const headers = new Headers({ Accept: "application/json" });
  let target = path;
  let body = null;
  for (const [name, value] of new FormData(form)) {
    const [where, own = ""] = name.split(":");
    if (name === "body") body = String(value);
    else if (where === "path") target = target.replace(`{${own}}`, encodeURIComponent(String(value)));
    else if (String(value) === "") continue;
    else if (where === "query") query.set(own, String(value));
    else headers.set(own, String(value));
  }
  if (secret !== "") headers.set("Authorization", `Bearer ${secret}`);
  if (body !== null) headers.set("Content-Type", "application/json");
  say("Sending …");
  const since = performance.now();
  try {
    const url = new URL(`/api/v1${target}`, location.origin);
    url.search = query.toString();
    const answer = await fetch(url, { method, headers, body, credentials: "omit", redirect: "error" });
    const took = Math.round(performance.now() - since);
    const text = await answer.text();
    const wait = answer.headers.get("retry-after");
    say(
      `HTTP ${answer.status}, ${took} ms, ${answer.headers.get("x-request-id") ?? ""}${wait ? `, wait ${wait} s` : ""}`,
      pretty(text),
    );
  } catch {
    say("The service could not be reached. Check your connection and try again.");
  }
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const hidden of document.querySelectorAll("[data-try], #try-it"))
  if (hidden instanceof HTMLElement) hidden.hidden = false;
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-try]") : null;
  if (button instanceof HTMLButtonElement) void open(button);
});
