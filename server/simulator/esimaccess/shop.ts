import type { Journal } from "../journal.ts";
import type { NoticeMode } from "../modes.ts";
import type { Notice } from "../webhook-sender.ts";
import { findBasePackage, type Package } from "./catalogue.ts";
import type { Entry, Order, State } from "./state.ts";

/** What every operation works with. */
export type Shop = {
  journal: Journal<State, Entry>;
  notify(notice: Notice, mode: NoticeMode | null): void;
  /** Sees to it that an accepted order gets its eSIMs when it is time. */
  deliverLater(order: Order): void;
  /** What part of its time it takes to make eSIMs. */
  pace: number;
};

/** The body of a request: an object, nothing else is known yet. */
export type Body = Record<string, unknown>;

/** In 1/10,000 USD, for one of its periods. */
export const priceOf = (state: State, { packageCode, price }: Package): number =>
  state.prices.get(packageCode) ?? price;

/** The package that an eSIM was sold with. */
export function soldAs({ packageCode }: { packageCode: string }): Package {
  const item = findBasePackage(packageCode);
  if (!item) throw new Error(`The simulator's record names the package ${packageCode}, which is not in its catalogue.`);
  return item;
}
