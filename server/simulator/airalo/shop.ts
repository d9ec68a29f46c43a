import type { Journal } from "../journal.ts";
import type { NoticeMode } from "../modes.ts";
import type { Notice } from "../webhook-sender.ts";
import { findPackage, findTopup, type Item } from "./catalogue.ts";
import type { Entry, Order, State } from "./state.ts";

/** What every operation works with. */
export type Shop = {
  journal: Journal<State, Entry>;
  notify(notice: Notice, mode: NoticeMode | null): void;
  /** Sees to it that an accepted order gets its eSIMs when it is time. */
  deliverLater(order: Order): void;
};

/** What was asked: the variable parts of the path, the query and the fields of the body, of which nothing is known yet. */
export type Asked = { path: string[]; query: URLSearchParams; body: Record<string, unknown> };

export type Said = { status?: number; data: unknown; meta?: object };

/** In 1/10,000 USD. */
export const priceOf = (state: State, { id, netPrice }: Item): number => state.prices.get(id) ?? netPrice;

/** What was sold under this id. */
export function soldAs(packageId: string): Item {
  const item = findPackage(packageId) ?? findTopup(packageId);
  if (!item) throw new Error(`The simulator's record names the package ${packageId}, which is not in its catalogue.`);
  return item;
}
