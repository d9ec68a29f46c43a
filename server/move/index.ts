/** The service's database from one PostgreSQL cluster to another, while the service works (decision 155). */

export { abortMove } from "./abort-move.ts";
export { type Move, moveDatabase } from "./move-database.ts";
export type { Watch } from "./replicate.ts";
