/** What needs somebody on a reseller's team, worst first. */

export { type Attention, listAttention } from "./list-attention.ts";
