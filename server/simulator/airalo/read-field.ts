import { refuseField, refuseUnknown } from "./refusal.ts";
import type { Asked, Shop } from "./shop.ts";
import type { Sim } from "./state.ts";

type Body = Asked["body"];

export function readText(body: Body, name: string, maxLength: number): string {
  return readOptionalText(body, name, maxLength) ?? refuseField(name, `The ${name} field is required.`);
}

export function readOptionalText(body: Body, name: string, maxLength: number): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") return refuseField(name, `The ${name} must be a string.`);
  return value.length <= maxLength
    ? value
    : refuseField(name, `The ${name} may not be greater than ${maxLength} characters.`);
}

/** Forms have no numbers: digits will do. */
export function readQuantity(body: Body, max: number): number {
  const quantity = Number(readText({ quantity: String(body.quantity ?? "") }, "quantity", 10));
  if (!Number.isInteger(quantity) || quantity < 1) return refuseField("quantity", "The quantity must be at least 1.");
  return quantity <= max ? quantity : refuseField("quantity", `The quantity may not be greater than ${max}.`);
}

export function readUrl(body: Body, name: string): string | null {
  const url = readOptionalText(body, name, 1_000);
  if (url === null || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  return refuseField(name, `The ${name} format is invalid.`);
}

export type Pager = { limit: number; page: number };

export function readPager({ query }: Asked, usual: number): Pager {
  const read = (name: string, fallback: number) => {
    const text = query.get(name);
    if (text === null || text === "") return fallback;
    return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : refuseField(name, `The ${name} must be at least 1.`);
  };
  return { limit: read("limit", usual), page: read("page", 1) };
}

/** One page of a list, and what is said about the whole. */
export function paged<T>(all: T[], { limit, page }: Pager) {
  return {
    page: all.slice((page - 1) * limit, page * limit),
    meta: {
      message: "success",
      current_page: page,
      last_page: Math.max(1, Math.ceil(all.length / limit)),
      per_page: String(limit),
      total: all.length,
    },
  };
}

export const includes = ({ query }: Asked, what: string): boolean =>
  (query.get("include") ?? "").split(",").includes(what);

/** The eSIM that the path names. */
export function readSim({ journal }: Shop, { path }: Asked): Sim {
  return journal.state().sims.get(path[0]!) ?? refuseUnknown();
}
