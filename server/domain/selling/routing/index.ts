/** Which supplier an order is bought from where several sell an equal product: by what they did, within an operator's limits. */

export { type Candidate, chooseSupplier } from "./choose-supplier.ts";
export { changeRoutingLimits, getRoutingLimits, readLimits } from "./routing-limits.ts";
