/** Cells: whole installations that share a catalogue and a directory, each with accounts of its own (decision 153). */

export { type Cell, listCells } from "./list-cells.ts";
export { type CellSums, measureCell } from "./measure-cell.ts";
