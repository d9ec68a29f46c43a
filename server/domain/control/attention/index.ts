/** What needs somebody on a reseller's team, worst first. */

export { listAttention } from "./list-attention.ts";
