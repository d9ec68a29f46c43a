import { env } from "./env.ts";

/** The name of cell number 1: the installation that there was before, which owns what all cells share. */
export const HOME = "home";

/** The name of the cell that this process is of; null where there are no cells. */
export const thisCell = (): string | null => env().cell?.name ?? null;

/** How far the numbers of one cell's accounts and people reach; the next cell's begin there (decision 153). */
const INT_SPAN = 20_000_000;

/** The number of the cell in which an account or a person of this number is. */
export const cellOfId = (id: number): number => Math.floor((id - 1) / INT_SPAN) + 1;

/** An address that this cell gives out and in which nothing else tells whose it is: the other cells pass it on by that. */
export const inThisCell = (address: string): string =>
  isHome() ? address : `${address}${address.includes("?") ? "&" : "?"}cell=${thisCell()}`;

/** Whether what all cells share is written here: at home, and where there are no cells. */
export const isHome = (): boolean => (thisCell() ?? HOME) === HOME;
