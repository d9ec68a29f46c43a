import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, json, readBody, send } from "../http.ts";
import { type ModeSetting, noticeMode, type Operation, takeMode, WELL } from "../modes.ts";
import { answerWith, type Refusals, react } from "../react.ts";
import { giveToken, hasToken, listSubscriptions, optIn, optOut, queryBalance } from "./account.ts";
import { getOrder, listOrders } from "./list-orders.ts";
import { listPackages, listTopups } from "./list-packages.ts";
import { getSim, getUsage, listSimPackages, listSims } from "./list-sims.ts";
import { placeOrder, placeOrderAsync } from "./place-order.ts";
import { notFound, Refusal, refused, SERVER_ERROR, TOO_MANY, UNAUTHENTICATED } from "./refusal.ts";
import type { Asked, Said, Shop } from "./shop.ts";
import { topupSim } from "./topup-sim.ts";

type Handle = (shop: Shop, asked: Asked, setting: ModeSetting) => Said | Promise<Said>;

/** `operation`: whose modes it follows. `isList`: of it, nothing is an empty list. `isAnnounced`: a webhook follows. */
type Route = {
  method: string;
  path: RegExp;
  operation?: Operation;
  handle: Handle;
  isList?: boolean;
  isAnnounced?: boolean;
};

const ROUTES: Route[] = [
  { method: "POST", path: /^token$/, handle: giveToken },
  { method: "GET", path: /^packages$/, operation: "catalog", handle: listPackages, isList: true },
  { method: "POST", path: /^orders$/, operation: "order", handle: placeOrder },
  { method: "POST", path: /^orders-async$/, operation: "order", handle: placeOrderAsync, isAnnounced: true },
  { method: "POST", path: /^orders\/topups$/, operation: "topup", handle: topupSim },
  { method: "GET", path: /^orders$/, operation: "query", handle: listOrders, isList: true },
  { method: "GET", path: /^orders\/(\d{1,15})$/, operation: "query", handle: getOrder },
  { method: "GET", path: /^sims$/, operation: "query", handle: listSims, isList: true },
  { method: "GET", path: /^sims\/(\d{1,22})$/, operation: "query", handle: getSim },
  { method: "GET", path: /^sims\/(\d{1,22})\/usage$/, operation: "usage", handle: getUsage },
  { method: "GET", path: /^sims\/(\d{1,22})\/packages$/, operation: "query", handle: listSimPackages },
  { method: "GET", path: /^sims\/(\d{1,22})\/topups$/, operation: "catalog", handle: listTopups, isList: true },
  { method: "GET", path: /^balance$/, handle: queryBalance },
  { method: "GET", path: /^notifications\/opt-in$/, handle: listSubscriptions },
  { method: "POST", path: /^notifications\/opt-in$/, handle: optIn },
  { method: "POST", path: /^notifications\/opt-out$/, handle: optOut },
];

const PREFIX = "/v2/";

export async function respond(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://simulator");
  const path = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : "";
  const route = ROUTES.find(({ method, path: pattern }) => method === request.method && pattern.test(path));
  if (!route) return send(response, notFound());
  if (route.handle !== giveToken && !hasToken(shop, request.headers.authorization))
    return send(response, UNAUTHENTICATED);
  const body = await readFields(text, request.headers["content-type"] ?? "");
  if (!body) return send(response, refused(43));

  const asked = { path: route.path.exec(path)!.slice(1), query: searchParams, body };
  const { operation, handle } = route;
  if (!operation) return send(response, await answer(() => handle(shop, asked, WELL)));
  const setting = takeMode(
    shop.journal.state().modes,
    shop.journal.append,
    operation,
    (mode) => route.isAnnounced || noticeMode(mode) === null,
  );
  const happen = () => answer(() => handle(shop, asked, setting));
  answerWith(response, await react(operation, setting, refusalsOf(route, setting, happen), happen));
}

/** JSON or either kind of form: the supplier's documents and its own libraries differ. Null when it is none of them. */
async function readFields(text: string | null, contentType: string): Promise<Asked["body"] | null> {
  if (text === "") return {};
  try {
    if (text === null) return null;
    if (contentType.startsWith("application/json")) {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Asked["body"]) : null;
    }
    const form = await new Response(text, { headers: { "content-type": contentType } }).formData();
    return Object.fromEntries(form);
  } catch {
    return null;
  }
}

async function answer(work: () => Said | Promise<Said>): Promise<Answer> {
  try {
    const { status = 200, data, meta = { message: "success" } } = await work();
    return status === 204 ? { status, body: "" } : json({ data, meta }, status);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    process.stderr.write(`simulator: ${(error as Error).stack}\n`);
    return SERVER_ERROR;
  }
}

/** An asynchronous order is accepted all the same, and fails afterwards. */
function refusalsOf(
  { operation, isList, isAnnounced }: Route,
  { mode }: ModeSetting,
  happen: () => Promise<Answer>,
): Refusals {
  return {
    serverError: SERVER_ERROR,
    rateLimited: TOO_MANY,
    rejected: () =>
      isAnnounced && mode === "reject"
        ? happen()
        : refused(operation === "order" ? 33 : operation === "topup" ? 23 : 43),
    nothingThere: () =>
      isList
        ? json({ data: [], meta: { message: "success", current_page: 1, last_page: 1, per_page: "25", total: 0 } })
        : notFound(),
  };
}
