/** Cells: whole installations that share a catalogue and a directory, each with accounts of its own (decision 153). */

export { createCell, homeDatabase, type NewCell } from "./create-cell.ts";
export { listCells } from "./list-cells.ts";
export { listFollowers } from "./list-followers.ts";
export { listIdRanges } from "./list-id-ranges.ts";
export { measureCell } from "./measure-cell.ts";
export { requireOwnDatabase } from "./require-own-database.ts";
export { sumCells } from "./sum-cells.ts";
