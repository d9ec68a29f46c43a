/** Cells: whole installations that share a catalogue and a directory, each with accounts of its own (decision 153). */

export { createCell, homeDatabase, type NewCell } from "./create-cell.ts";
export { type Cell, listCells } from "./list-cells.ts";
export { type CellSums, measureCell } from "./measure-cell.ts";
export { requireOwnDatabase } from "./require-own-database.ts";
export { type CellState, sumCells } from "./sum-cells.ts";
