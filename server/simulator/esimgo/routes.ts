import type { Operation } from "../modes.ts";
import { getOrganisation } from "./account.ts";
import { revokeBundle, suspendEsim, updateEsim } from "./change-esim.ts";
import { getBundle, listCatalogue } from "./list-catalogue.ts";
import { getOrder, listAssignments, listOrders } from "./list-orders.ts";
import { placeOrder, validateOrder } from "./place-order.ts";
import type { Asked, Shop } from "./shop.ts";
import { askCompatible, getApplied, getEsim, getSuspended, listApplied, listEsims, listHistory } from "./show-esims.ts";

type Handle = (shop: Shop, asked: Asked) => object;

/** `operation` is the one whose modes it follows; null follows none, as dry runs do. */
type Route = { operation: Operation | null; handle: Handle };

type Choice = Route | ((asked: Pick<Asked, "query" | "body">) => Route);

const to = (operation: Operation | null, handle: Handle): Route => ({ operation, handle });

const order: Choice = ({ body }) => {
  if (body.type !== "transaction") return to(null, validateOrder);
  const lines = Array.isArray(body.order) ? (body.order as { iccids?: unknown }[]) : [];
  const isTopup = lines.some((line) => Array.isArray(line?.iccids) && line.iccids.length > 0);
  return to(isTopup ? "topup" : "order", placeOrder);
};

const revoke: Choice = ({ query }) => to(query.get("type") === "validate" ? null : "cancel", revokeBundle);

const PREFIX = "/v2.5/";

const ROUTES: Record<string, Choice> = {
  "GET catalogue": to("catalog", listCatalogue),
  "GET catalogue/bundle/:bundle": to("catalog", getBundle),
  "POST orders": order,
  "GET orders": to("query", listOrders),
  "GET orders/:reference": to("query", getOrder),
  "GET esims/assignments": to("query", listAssignments),
  "GET esims": to("query", listEsims),
  "PUT esims": to(null, updateEsim),
  "GET esims/:iccid": to("query", getEsim),
  "GET esims/:iccid/bundles": to("usage", listApplied),
  "GET esims/:iccid/bundles/:bundle": to("usage", getApplied),
  "DELETE esims/:iccid/bundles/:bundle": revoke,
  "DELETE esims/:iccid/bundles/:bundle/assignments/:id": revoke,
  "GET esims/:iccid/compatible/:bundle": to(null, askCompatible),
  "GET esims/:iccid/history": to(null, listHistory),
  "GET esims/:iccid/suspend": to(null, getSuspended),
  "POST esims/:iccid/suspend": ({ body }) => to(body.suspend === false ? "resume" : "suspend", suspendEsim),
  "GET organisation": to(null, getOrganisation),
};

const PATTERNS = Object.entries(ROUTES).map(([pattern, choice]) => ({ parts: pattern.split(/[ /]/), choice }));

type Found = { params: Record<string, string>; choose(asked: Pick<Asked, "query" | "body">): Route };

/** Fixed words go before names that stand for anything. */
export function findRoute(method: string, path: string): Found | null {
  if (!path.startsWith(PREFIX)) return null;
  const parts = [method, ...path.slice(PREFIX.length).split("/").map(decode)];
  for (const { parts: pattern, choice } of PATTERNS) {
    const params = match(pattern, parts);
    if (params) return { params, choose: (asked) => (typeof choice === "function" ? choice(asked) : choice) };
  }
  return null;
}

function match(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    if (name.startsWith(":")) params[name.slice(1)] = parts[index]!;
    else if (name !== parts[index]) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
