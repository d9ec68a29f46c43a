#!/usr/bin/env node
// Listens to the events of an API key's environment and forwards them, signed as webhooks are, to a program on this machine;
// and makes things happen in the test environment. One file for Node 20.3 or newer, without dependencies: read it first.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

const HELP = `Usage:
  reseller-esim listen [--forward <port or address>] [--secret whsec_…] [--since evt_…] [--events order.delivered,…]
  reseller-esim trigger <event> [--package <package_id>] [--action <action_id>]

  --url <address>        of the service; otherwise SVC_URL
  --key <key>            otherwise SVC_KEY, which keeps it out of the list of processes
  --signing-secret <s>   of a key that requires signed requests; otherwise SVC_SIGNING_SECRET

listen    prints events as they happen. With --forward each is posted to your receiver as a webhook would be, and
          what it answered is printed. The secret is always the same for one key; --secret takes another one.
trigger   makes an event happen in the test environment, or under_review: a top-up whose outcome is not known yet.
          "trigger topup.completed --action 12" and "trigger topup.failed --action 12" end that one.`;

const OPTIONS = {
  url: { type: "string" },
  key: { type: "string" },
  "signing-secret": { type: "string" },
  forward: { type: "string" },
  secret: { type: "string" },
  since: { type: "string" },
  events: { type: "string" },
  package: { type: "string" },
  action: { type: "string" },
  help: { type: "boolean" },
};

/** Nothing was heard for longer than two of the service's signs of life take. */
const SILENCE_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;
const FORWARD_MS = 30_000;
const LONGEST_EVENT = 8 * 1024 * 1024;

const say = (line) => process.stdout.write(`${line}\n`);
const time = () => new Date().toTimeString().slice(0, 8);

/** What cannot be mended by trying again. */
class Stop extends Error {}

function readSettings() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [command, event, ...more] = positionals;
  if (values.help || !["listen", "trigger"].includes(command) || more.length > 0 || (command === "trigger") !== !!event)
    throw new Stop(HELP);
  const { SVC_URL, SVC_KEY, SVC_SIGNING_SECRET } = process.env;
  const key = values.key ?? SVC_KEY;
  const url = values.url ?? SVC_URL;
  if (!key) throw new Stop("No API key: set SVC_KEY=svc_test_…, or use --key.");
  if (!url) throw new Stop("No address: set SVC_URL=https://…, or use --url.");
  // The address of the API does as well.
  const base = url.replace(/\/+$/, "").replace(/\/api(\/v1)?$/, "");
  if (!/^https?:\/\//.test(base)) throw new Stop(`${url} is not an address: it begins with https:// or http://.`);
  return { ...values, command, event, key, base, signingSecret: values["signing-secret"] ?? SVC_SIGNING_SECRET };
}

const hmac = (secret, text, encoding) => createHmac("sha256", secret).update(text).digest(encoding);

/** Headers of a request to the service, signed where the key asks for it. */
function headersOf({ key, signingSecret }, method, path, body = "") {
  const headers = { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) };
  if (!signingSecret) return headers;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const id = randomUUID();
  const hash = createHash("sha256").update(body).digest("hex");
  const signature = hmac(signingSecret, [method, path, timestamp, id, hash].join("\n"), "hex");
  return {
    ...headers,
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Request-Id": id,
    "X-SVC-Signature": `sha256=${signature}`,
  };
}

/** One and the same for a key, which does not follow from it. */
const secretOf = (key) => `whsec_${createHmac("sha256", key).update("listen").digest("base64")}`;

/** As the service signs: its own headers and those of Standard Webhooks. */
function signedHeaders(secret, id, type, body) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const standard = Buffer.from(secret.slice("whsec_".length), "base64");
  return {
    "content-type": "application/json",
    "user-agent": "reseller-esim-service/1",
    "X-SVC-Event": type,
    "X-SVC-Event-Id": id,
    "X-SVC-Timestamp": timestamp,
    "X-SVC-Signature": `sha256=${hmac(secret, `${timestamp}.${body}`, "hex")}`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${hmac(standard, `${id}.${timestamp}.${body}`, "base64")}`,
  };
}

function receiverOf(forward) {
  const address = /^\d+(\/.*)?$/.test(forward) ? `http://localhost:${forward}` : forward;
  try {
    return new URL(address).href;
  } catch {
    throw new Stop(`${forward} is neither a port such as 3000/webhooks nor an address.`);
  }
}

/** Posts an event once, as a webhook's attempt is made: what comes back is read and not followed. */
async function forward(receiver, secret, { id, type, data }) {
  const began = performance.now();
  const took = () => `${Math.round(performance.now() - began)} ms`;
  try {
    const headers = signedHeaders(secret, id, type, data);
    const signal = AbortSignal.timeout(FORWARD_MS);
    const response = await fetch(receiver, { method: "POST", headers, body: data, redirect: "manual", signal });
    const answer = (await response.text()).replace(/\s+/g, " ").trim().slice(0, 200);
    return `${response.ok ? "✓" : "✗"} ${response.status} in ${took()}${answer && `: ${answer}`}`;
  } catch (error) {
    return `✗ not answered after ${took()}: ${error.cause?.message || error.cause?.code || error.message}`;
  }
}

/** The messages of an event stream, as they come. Reads no further than what is asked for. */
async function* messages(body, heard) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    heard();
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > LONGEST_EVENT) throw new Error("the service sent no end of a message");
    for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n")) {
      const fields = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (name) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field("data");
      if (data !== undefined) yield { id: field("id"), type: field("event"), data };
    }
  }
}

async function refusal(response) {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text);
    return `${error.code}: ${error.message}`;
  } catch {
    return `HTTP ${response.status} ${text.trim().slice(0, 200)}`;
  }
}

/** Connects once, and ends with the connection. `at.last` is where to go on. */
async function listenOnce(settings, at, take) {
  const path = new URL(`${settings.base}/api/tools/listen`).pathname;
  const abort = new AbortController();
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new Error("nothing was heard from the service")), SILENCE_MS);
  };
  heard();
  try {
    const headers = { ...headersOf(settings, "GET", path), Accept: "text/event-stream" };
    if (at.last) headers["Last-Event-ID"] = at.last;
    const response = await fetch(`${settings.base}/api/tools/listen`, { headers, signal: abort.signal });
    if (!response.ok) {
      const words = await refusal(response);
      if (response.status < 500 && response.status !== 429) throw new Stop(words);
      at.wait = Number(response.headers.get("retry-after") ?? 0) * 1_000;
      throw new Error(words);
    }
    for await (const { id, type, data } of messages(response.body, heard)) {
      if (type === "end" && id === undefined) {
        const { code, message } = JSON.parse(data);
        if (code !== "reconnect") throw new Stop(message);
        return;
      }
      at.tries = 0;
      if (id === undefined) take.ready(JSON.parse(data));
      else {
        // However long the receiver takes: the service waits with what it has not sent.
        clearTimeout(timer);
        await take.event({ id, type, data });
        at.last = id;
      }
      heard();
    }
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function listen(settings) {
  const receiver = settings.forward && receiverOf(settings.forward);
  const secret = settings.secret ?? secretOf(settings.key);
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new Stop("--secret must be whsec_ and base64.");
  const wanted = settings.events?.split(",");
  const at = { last: settings.since, tries: 0, wait: 0, greeted: false };
  const take = {
    ready({ environment, withheld }) {
      say(`${time()}  listening to the ${environment} environment${at.last ? `, after ${at.last}` : ""}`);
      if (at.greeted) return;
      at.greeted = true;
      if (receiver) say(`          forwarding to ${receiver}\n          signed with  ${secret}`);
      for (const { event, needs } of withheld) say(`          without ${event}: the key lacks ${needs}`);
    },
    async event(event) {
      if (wanted && !wanted.includes(event.type)) return;
      say(`${time()}  ${event.type.padEnd(26)} ${event.id}`);
      if (receiver) say(`          ${await forward(receiver, secret, event)}`);
    },
  };
  const leave = () => {
    if (at.last) say(`\nTo go on from here: --since ${at.last}`);
    process.exit(0);
  };
  process.once("SIGINT", leave).once("SIGTERM", leave);
  for (;;) {
    at.wait = 0;
    try {
      await listenOnce(settings, at, take);
    } catch (error) {
      if (error instanceof Stop) throw error;
      say(`${time()}  not connected: ${error.cause?.message || error.message}`);
    }
    // Growing pauses, shifted so that everybody does not come back at once.
    const pause = Math.min(LONGEST_WAIT_MS, 500 * 2 ** at.tries++) * (0.75 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, Math.max(at.wait, pause)));
  }
}

async function trigger(settings) {
  const action = settings.action === undefined ? undefined : Number(settings.action);
  const body = JSON.stringify({ event: settings.event, package_id: settings.package, action_id: action });
  const url = `${settings.base}/api/tools/trigger`;
  const headers = headersOf(settings, "POST", new URL(url).pathname, body);
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok) throw new Stop(await refusal(response));
  const { data } = await response.json();
  const about = [
    data.order_reference,
    data.iccid && `eSIM ${data.iccid}`,
    data.action_id && `action ${data.action_id}`,
  ];
  const made = data.made_by === "sample" ? "told of nothing that happened" : "happened";
  say(`${data.event} ${made}${about.some(Boolean) ? `: ${about.filter(Boolean).join(", ")}` : ""}`);
}

try {
  const settings = readSettings();
  await (settings.command === "listen" ? listen(settings) : trigger(settings));
} catch (error) {
  const words = error.cause?.message || error.cause?.code || error.message;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}
