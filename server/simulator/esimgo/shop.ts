import type { Journal } from "../journal.ts";
import type { ModeSetting, NoticeMode } from "../modes.ts";
import type { Notice } from "../webhook-sender.ts";
import { type Bundle, findBundle } from "./catalogue.ts";
import type { Entry, Order, State } from "./state.ts";

/** What every operation works with. */
export type Shop = {
  journal: Journal<State, Entry>;
  notify(notice: Notice, mode: NoticeMode | null): void;
  /** Sees to it that an accepted order gets its eSIMs when it is time. */
  deliverLater(order: Order): void;
};

/** A request, taken apart; nothing is known yet about the body but that it is an object. */
export type Asked = {
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
  accept: string;
  setting: ModeSetting;
};

/** In 1/10,000 USD. */
export const priceOf = (state: State, { name, price }: Bundle): number => state.prices.get(name) ?? price;

export const inUsd = (price: number): number => price / 10_000;

/** A bundle that was sold. */
export function soldAs(name: string): Bundle {
  const bundle = findBundle(name);
  if (!bundle) throw new Error(`The simulator's record names the bundle ${name}, which is not in its catalogue.`);
  return bundle;
}
