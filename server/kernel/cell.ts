import { env } from "./env.ts";

/** The name of cell number 1: the installation that there was before, which owns what all cells share. */
export const HOME = "home";

/** The name of the cell that this process is of; null where there are no cells. */
export const thisCell = (): string | null => env().cell?.name ?? null;

/** Whether what all cells share is written here: at home, and where there are no cells. */
export const isHome = (): boolean => (thisCell() ?? HOME) === HOME;
