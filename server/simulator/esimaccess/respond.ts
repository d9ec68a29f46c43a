import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, json, readBody, send } from "../http.ts";
import { type ModeSetting, noticeMode, type Operation, takeMode, WELL } from "../modes.ts";
import { answerWith, type Refusals, react } from "../react.ts";
import { queryBalance, queryWebhook, saveWebhook } from "./account.ts";
import { cancelEsim, revokeEsim, suspendEsim, unsuspendEsim } from "./change-esim.ts";
import { listLocations, listPackages } from "./list-packages.ts";
import { placeOrder } from "./place-order.ts";
import { queryEsims, queryUsage } from "./query-esims.ts";
import { granted, Refusal, type RefusalCode, refused } from "./refusal.ts";
import type { Body, Shop } from "./shop.ts";
import { topupEsim } from "./topup-esim.ts";

type Handle = (shop: Shop, body: Body, setting: ModeSetting) => object | Promise<object>;

/** What a path does, and the operation whose modes it follows; null follows none. */
const ROUTES: Record<string, [Operation | null, Handle]> = {
  "package/list": ["catalog", listPackages],
  "location/list": [null, listLocations],
  "esim/order": ["order", placeOrder],
  "esim/query": ["query", queryEsims],
  "esim/cancel": ["cancel", cancelEsim],
  "esim/suspend": ["suspend", suspendEsim],
  "esim/unsuspend": ["resume", unsuspendEsim],
  "esim/revoke": [null, revokeEsim],
  "esim/topup": ["topup", topupEsim],
  "esim/usage/query": ["usage", queryUsage],
  "balance/query": [null, queryBalance],
  "webhook/save": [null, saveWebhook],
  "webhook/query": [null, queryWebhook],
};

const PREFIX = "/api/v1/open/";
const SERVER_ERROR = refused(new Refusal("000001"), 500);

/** Operations that a webhook follows. The others leave webhook modes alone. */
const ANNOUNCED = new Set<Operation>(["order", "cancel", "suspend", "resume"]);

export async function respond(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request);
  const path = request.url?.split("?")[0] ?? "";
  const route =
    path.startsWith(PREFIX) && Object.hasOwn(ROUTES, path.slice(PREFIX.length))
      ? ROUTES[path.slice(PREFIX.length)]
      : undefined;
  if (!route)
    return send(
      response,
      json({ success: false, errorCode: "404", errorMsg: `No such path: ${path.slice(0, 200)}`, obj: null }, 404),
    );
  const body = readObject(text);
  const fault = findFault(request, body);
  if (fault || !body) return send(response, refused(new Refusal(fault ?? "000104")));

  const [operation, handle] = route;
  if (!operation) return send(response, await answer(() => handle(shop, body, WELL)));
  const { journal } = shop;
  const setting = takeMode(
    journal.state().modes,
    journal.append,
    operation,
    (mode) => ANNOUNCED.has(operation) || noticeMode(mode) === null,
  );
  const happen = () => answer(() => handle(shop, body, setting));
  answerWith(response, await react(operation, setting, refusalsOf(shop, operation, body, happen), happen));
}

function findFault(request: IncomingMessage, body: Body | null): RefusalCode | null {
  if (request.method !== "POST") return "000103";
  if (!request.headers["rt-accesscode"]) return "000101";
  return body ? null : "000104";
}

function readObject(text: string | null): Body | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

/** Business refusals come with HTTP 200, like everything else. */
async function answer(work: () => object | Promise<object>): Promise<Answer> {
  try {
    return granted(await work());
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    process.stderr.write(`simulator: ${(error as Error).stack}\n`);
    return SERVER_ERROR;
  }
}

const REJECTIONS: Partial<Record<Operation, RefusalCode>> = {
  order: "200011",
  topup: "310243",
  cancel: "200002",
  suspend: "200002",
  resume: "200002",
};

function refusalsOf(shop: Shop, operation: Operation, body: Body, happen: () => Promise<Answer>): Refusals {
  return {
    serverError: SERVER_ERROR,
    rateLimited: json({ success: false, errorCode: "900001", errorMsg: "Too many requests", obj: null }, 429),
    rejected: () => {
      // A repeat of an order that was sold is not refused: it would deny the sale.
      const isRepeat = operation === "order" && shop.journal.state().byTransaction.has(String(body.transactionId));
      return isRepeat ? happen() : refused(new Refusal(REJECTIONS[operation] ?? "900001"));
    },
    nothingThere: () => nothing(operation, body),
  };
}

/** The answer of a supplier that has never heard of what it is asked about. */
function nothing(operation: Operation, body: Body): Answer {
  if (operation === "catalog") return granted({ packageList: [] });
  if (operation === "usage") return granted({ esimUsageList: [] });
  if (operation !== "query" || body.iccid || body.esimTranNo) return refused(new Refusal("310403"));
  if (body.orderNo) return refused(new Refusal("310272"));
  return granted({ esimList: [], pager: { pageSize: 50, pageNum: 1, total: 0, ...(body.pager as object) } });
}
